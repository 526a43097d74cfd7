/** How often the database misbehaves: shares of each kind of request, 0 to 1. */
export interface FaultRates {
  /** Transactions cancelled for a conflict. */
  transactionConflict: number;
  /** Single conditional writes refused for a conflict with a transaction. */
  writeConflict: number;
  /** Any requests throttled. */
  throttling: number;
  /** Any requests carried out whose connection is lost before the reply. */
  lostReply: number;
  /** Batch reads that read only some of their keys. */
  unprocessedKeys: number;
}

export const NO_FAULTS: FaultRates = {
  transactionConflict: 0,
  writeConflict: 0,
  throttling: 0,
  lostReply: 0,
  unprocessedKeys: 0,
};

export type FaultKind = keyof FaultRates;

export interface DynamodbRequest {
  /** `PutItem`, `TransactWriteItems`, ... */
  operation: string;
  body: Record<string, unknown>;
  /** Whether the client gives up if this attempt fails. */
  isLastAttempt: boolean;
}

/** An error in the words of the real service. */
export interface DynamodbError {
  type: string;
  message: string;
  more?: Record<string, unknown>;
}

/** A way in which the database misbehaves. */
type Fault =
  | { kind: Exclude<FaultKind, 'lostReply' | 'unprocessedKeys'>; error: DynamodbError }
  | { kind: 'lostReply' }
  | { kind: 'unprocessedKeys' };

const DYNAMODB = 'com.amazonaws.dynamodb.v20120810#';
const CORAL = 'com.amazon.coral.availability#';

const SINGLE_WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];
const READS = ['GetItem', 'Query', 'BatchGetItem'];
const DATA_OPERATIONS = [...SINGLE_WRITES, ...READS, 'TransactWriteItems'];

const THROTTLINGS: DynamodbError[] = [
  {
    type: `${CORAL}ThrottlingException`,
    message: 'Throughput exceeds the current capacity of your table or index.',
  },
  {
    type: `${DYNAMODB}ProvisionedThroughputExceededException`,
    message: 'The level of configured provisioned throughput for the table was exceeded.',
  },
];

const CONFLICT_REASON = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' };

const cancelled = (conflicts: boolean[]): DynamodbError => {
  const reasons = conflicts.map((conflict) => (conflict ? CONFLICT_REASON : { Code: 'None' }));
  return {
    type: `${DYNAMODB}TransactionCanceledException`,
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    more: { CancellationReasons: reasons },
  };
};

const conflicting: DynamodbError = {
  type: `${DYNAMODB}TransactionConflictException`,
  message: 'Transaction is ongoing for the item',
};

/** The answer to a write whose items others are writing. */
export const conflictError = ({ operation }: DynamodbRequest, conflicts: boolean[]): DynamodbError =>
  operation === 'TransactWriteItems' ? cancelled(conflicts) : conflicting;

/**
 * Decides which requests go wrong. The last attempt of a client never does, because a database that fails every attempt
 * is an outage, which the service may answer with a 5xx. A repeated transaction is never refused for a conflict once its token was carried
 * out, because the real service repeats the first result.
 */
export const planFaults = (rates: FaultRates, random: () => number) => {
  const carriedOut = new Set<string>();
  const fired: Record<FaultKind, number> = {
    transactionConflict: 0,
    writeConflict: 0,
    throttling: 0,
    lostReply: 0,
    unprocessedKeys: 0,
  };
  const happens = (kind: FaultKind): boolean => random() < rates[kind];

  const isRepeated = ({ body }: DynamodbRequest): boolean => carriedOut.has(String(body.ClientRequestToken));

  const decide = (request: DynamodbRequest): Fault | undefined => {
    const { operation, body } = request;
    if (!DATA_OPERATIONS.includes(operation) || request.isLastAttempt) return undefined;
    if (happens('throttling')) {
      return { kind: 'throttling', error: THROTTLINGS[Math.floor(random() * THROTTLINGS.length)] as DynamodbError };
    }
    if (operation === 'TransactWriteItems' && !isRepeated(request) && happens('transactionConflict')) {
      return {
        kind: 'transactionConflict',
        error: cancelled(((body.TransactItems as unknown[] | undefined) ?? []).map(() => true)),
      };
    }
    if (SINGLE_WRITES.includes(operation) && body.ConditionExpression && happens('writeConflict')) {
      return { kind: 'writeConflict', error: conflicting };
    }
    if (operation === 'BatchGetItem' && happens('unprocessedKeys')) return { kind: 'unprocessedKeys' };
    return happens('lostReply') ? { kind: 'lostReply' } : undefined;
  };

  return {
    fired,
    isRepeated,
    next(request: DynamodbRequest): Fault | undefined {
      const fault = decide(request);
      if (fault) fired[fault.kind] += 1;
      return fault;
    },
    noteCarriedOut({ body }: DynamodbRequest): void {
      if (typeof body.ClientRequestToken === 'string') carriedOut.add(body.ClientRequestToken);
    },
  };
};
