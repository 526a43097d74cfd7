import type { Context as LambdaContext, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { newId } from '#shared/domain/ids.ts';
import { createLog } from '#shared/runtime/log.ts';
import { clock, sleep } from '#shared/runtime/system.ts';
import { portsOnce } from './ports-once.ts';
import type { ConsumedWorker, QueueWorker, WorkerContext } from './worker-definition.ts';

/** The records that one failure takes with it: its own, or for a FIFO queue its whole group, whose order must hold. */
const batchesOf = ({ kind }: QueueWorker, records: SQSRecord[]): SQSRecord[][] => {
  if (kind === 'message') return records.map((record) => [record]);
  return [...Map.groupBy(records, ({ attributes }) => attributes.MessageGroupId).values()];
};

/** Works on one batch; answers the ids of the messages to be delivered again. */
const work = async (worker: QueueWorker, records: SQSRecord[], context: WorkerContext): Promise<string[]> => {
  try {
    const messages = records.map(({ body }) => worker.message.parse(JSON.parse(body)));
    if (worker.kind === 'group') await worker.handleGroup(messages, context);
    else await worker.handle(messages[0], context);
    return [];
  } catch (error) {
    const receives = records[0]?.attributes.ApproximateReceiveCount;
    context.log.error('A message could not be worked on; it will be delivered again.', error, { receives });
    return records.map(({ messageId }) => messageId);
  }
};

/** The Lambda handler of a worker, with partial batch failures: what succeeded is not delivered again. */
export const consume = (worker: ConsumedWorker) => {
  const ports = portsOnce(worker.uses);
  return async (event: SQSEvent, lambda: LambdaContext): Promise<SQSBatchResponse> => {
    const log = createLog({ request_id: lambda.awsRequestId, function: lambda.functionName });
    const context: WorkerContext = { ...ports(), clock, sleep, log, newId: (prefix) => newId(prefix, clock()) };
    if (worker.kind === 'timed') {
      await worker.run(context);
      return { batchItemFailures: [] };
    }
    const failed = await Promise.all(batchesOf(worker, event.Records).map((records) => work(worker, records, context)));
    return { batchItemFailures: failed.flat().map((itemIdentifier) => ({ itemIdentifier })) };
  };
};
