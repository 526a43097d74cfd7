import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { type SourcedWorker, startEventSources } from '#infra/local/queues/event-sources.ts';
import { isObject, type Json, listOf } from '#test/deployed/assembly/json.ts';
import { ofType, type ResolvedStack } from '#test/deployed/assembly/resolve.ts';
import type { RunningFunction } from './function.ts';

/** What invokes functions beside requests: queues by their event source mappings, and the clock by rules. */
export interface Sources {
  stop(): Promise<void>;
}

interface SourcesOptions {
  functionAt(nameOrArn: unknown): RunningFunction;
  /** Whether a rule may invoke a function; if not, it is noted and does nothing. */
  mayInvoke(functionArn: string, service: string, sourceArn: string): boolean;
  /** Messages that a function did not process; they come again. */
  onGivenBack(id: string, messages: number): void;
  clientOf(invoked: RunningFunction): ConstructorParameters<typeof SQSClient>[0];
}

const RATE = /^rate\((\d+) minutes?\)$/;
const PARTIAL_FAILURES = 'ReportBatchItemFailures';
const MAPPING_PROPERTIES = [
  'BatchSize',
  'EventSourceArn',
  'FunctionName',
  'FunctionResponseTypes',
  'ScalingConfig',
  'Enabled',
  'Tags',
];
const DEFAULT_BATCH = 10;
const DEFAULT_CONCURRENCY = 1_000;
/** Of SQS, where a template says nothing. */
const DEFAULT_VISIBILITY_SECONDS = 30;

const queueAt = (stack: ResolvedStack, arn: unknown) => {
  const queue = ofType(stack, 'AWS::SQS::Queue').find(({ identity }) => identity.attributes.Arn === arn);
  if (!queue) throw new Error(`An event source mapping names ${String(arn)}, which no template makes.`);
  return queue;
};

const assertUnderstood = (id: string, properties: Json): void => {
  const strange = Object.keys(properties).filter((name) => !MAPPING_PROPERTIES.includes(name));
  if (strange.length > 0)
    throw new Error(`${strange.join(', ')} of ${id} is not emulated: test/deployed/lambda/sources.ts.`);
};

/** Polls a queue with the rights of the function, as Lambda does. */
const startMapping = async (
  stack: ResolvedStack,
  id: string,
  properties: Json,
  options: SourcesOptions,
): Promise<Sources> => {
  assertUnderstood(id, properties);
  const { BatchSize, EventSourceArn, FunctionName, FunctionResponseTypes, ScalingConfig } = properties;
  const invoked = options.functionAt(FunctionName);
  const queue = queueAt(stack, EventSourceArn);
  const { VisibilityTimeout = DEFAULT_VISIBILITY_SECONDS, FifoQueue } = queue.properties;
  if (Number(VisibilityTimeout) < invoked.timeoutSeconds) {
    throw new Error(`Lambda refuses ${id}: the queue shows messages again before the function's time is over.`);
  }
  const client = new SQSClient(options.clientOf(invoked) ?? {});
  const { ref: url, attributes } = queue.identity;
  // Lambda asks for this before it begins.
  await client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] })).catch(() => undefined);
  const isPartial = listOf(FunctionResponseTypes).includes(PARTIAL_FAILURES);
  const worker = {
    id: invoked.id,
    timeoutSeconds: invoked.timeoutSeconds,
    source: {
      queue: 'source',
      batchSize: Number(BatchSize ?? DEFAULT_BATCH),
      maxConcurrency: Number(isObject(ScalingConfig) ? ScalingConfig.MaximumConcurrency : DEFAULT_CONCURRENCY),
    },
    async handler(event: SQSEvent): Promise<SQSBatchResponse | undefined> {
      const answer = (await invoked.invoke(event)) as SQSBatchResponse | null;
      if (!isPartial || !answer) return undefined;
      options.onGivenBack(invoked.id, answer.batchItemFailures.length);
      return answer;
    },
  };
  const queues = { source: { url, arn: attributes.Arn, schema: { fifo: FifoQueue === true } } };
  const sources = startEventSources({
    workers: [worker as unknown as SourcedWorker],
    sqs: { client, queues } as never,
    // A failed invocation is noted where it happened.
    onError: () => undefined,
  });
  return {
    stop: async () => {
      await sources.stop();
      client.destroy();
    },
  };
};

const scheduledEvent = (ruleArn: string) => ({
  version: '0',
  id: crypto.randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: LOCAL_ACCOUNT,
  time: new Date().toISOString(),
  region: LOCAL_REGION,
  resources: [ruleArn],
  detail: {},
});

const startRule = ({ identity, properties }: ResolvedStack['resources'][number], options: SourcesOptions): Sources => {
  const everyMinutes = Number(RATE.exec(String(properties.ScheduleExpression))?.[1]);
  if (!everyMinutes) throw new Error(`${String(properties.ScheduleExpression)} of a rule is not emulated.`);
  const ruleArn = identity.attributes.Arn as string;
  const workers = (listOf(properties.Targets) as Json[]).map(({ Arn }) => {
    const invoked = options.functionAt(Arn);
    const handler = async (): Promise<undefined> => {
      if (!options.mayInvoke(invoked.arn, 'events.amazonaws.com', ruleArn)) return;
      await invoked.invoke(scheduledEvent(ruleArn));
    };
    return { id: invoked.id, timeoutSeconds: invoked.timeoutSeconds, source: { everyMinutes }, handler };
  });
  return startEventSources({ workers, sqs: {} as never, onError: () => undefined });
};

export const startSources = async (stack: ResolvedStack, options: SourcesOptions): Promise<Sources> => {
  const mappings = await Promise.all(
    ofType(stack, 'AWS::Lambda::EventSourceMapping').map(({ id, properties }) =>
      startMapping(stack, id, properties, options),
    ),
  );
  const rules = ofType(stack, 'AWS::Events::Rule').filter(
    ({ properties }) => properties.ScheduleExpression !== undefined && properties.State !== 'DISABLED',
  );
  const all = [...mappings, ...rules.map((rule) => startRule(rule, options))];
  return { stop: async () => void (await Promise.all(all.map(({ stop }) => stop()))) };
};
