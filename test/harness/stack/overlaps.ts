import type { DynamodbRequest } from './faults.ts';

type Fields = Record<string, unknown>;

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];

const nameOf = (key: Fields): string => JSON.stringify([key.pk, key.sk]);

const itemIn = ({ Key, Item }: Fields): string => nameOf((Key ?? Item) as Fields);

/** The items that a write takes part in; condition checks count too. */
const itemsOf = ({ operation, body }: DynamodbRequest): string[] => {
  if (WRITES.includes(operation)) return [itemIn(body)];
  if (operation !== 'TransactWriteItems') return [];
  return (body.TransactItems as Record<string, Fields>[]).flatMap((item) => Object.values(item).map(itemIn));
};

const isTransaction = ({ operation }: DynamodbRequest): boolean => operation === 'TransactWriteItems';

/**
 * Writes under way. As in DynamoDB, a write conflicts with an earlier one on the same item if either is a transaction,
 * whatever the two do to it.
 */
export const writesUnderWay = () => {
  const underWay = new Map<string, { transactions: number; singles: number }>();
  const change = (request: DynamodbRequest, by: 1 | -1): void => {
    for (const name of itemsOf(request)) {
      const { transactions, singles } = underWay.get(name) ?? { transactions: 0, singles: 0 };
      const after = isTransaction(request)
        ? { transactions: transactions + by, singles }
        : { transactions, singles: singles + by };
      if (after.transactions + after.singles === 0) underWay.delete(name);
      else underWay.set(name, after);
    }
  };
  return {
    /** For each item of the request, whether another write has it; undefined when none has. */
    conflicts(request: DynamodbRequest): boolean[] | undefined {
      const found = itemsOf(request).map((name) => {
        const other = underWay.get(name);
        return other !== undefined && (other.transactions > 0 || (isTransaction(request) && other.singles > 0));
      });
      return found.includes(true) ? found : undefined;
    },
    begin: (request: DynamodbRequest) => change(request, 1),
    end: (request: DynamodbRequest) => change(request, -1),
  };
};
