import { setTimeout as delay } from 'node:timers/promises';
import middy from '@middy/core';
import type { Context as LambdaContext, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { newId } from '#shared/domain/ids.ts';
import { portsOnce } from '#shared/runtime/build-ports.ts';
import { createLog } from '#shared/runtime/log.ts';
import { clock, sleep } from '#shared/runtime/system.ts';
import { giveBackAfterMs, orGiveBack } from './give-back.ts';
import { subjectOfMessages } from './subject-of-messages.ts';
import type { ConsumedWorker, GroupWorker, QueueWorker, WorkerContext } from './worker-definition.ts';

/** The records that one failure takes with it: its own, or for a FIFO queue its whole group, whose order must hold. */
interface Batch {
  records: SQSRecord[];
  messages: unknown[];
}

/** The ids of the messages to be delivered again. */
type Failed = string[];
type Step = middy.MiddlewareObj<Batch, Failed, Error, WorkerContext & LambdaContext>;

const batchesOf = ({ kind }: QueueWorker, records: SQSRecord[]): Batch[] => {
  const groups =
    kind === 'message'
      ? records.map((record) => [record])
      : [...Map.groupBy(records, ({ attributes }) => attributes.MessageGroupId).values()];
  return groups.map((group) => ({ records: group, messages: [] }));
};

const deliverAgain: Step = {
  onError: (request) => {
    const { records } = request.event;
    const receives = records[0]?.attributes.ApproximateReceiveCount;
    const { log } = request.context;
    log.error('A message could not be worked on; it will be delivered again.', request.error, { receives });
    request.response = records.map(({ messageId }) => messageId);
  },
};

const parseMessages = ({ message }: QueueWorker): Step => ({
  before: ({ event }) => {
    event.messages = event.records.map(({ body }) => message.parse(JSON.parse(body)));
  },
});

const nameSubject: Step = {
  before: ({ event: { messages }, context: { log } }) => log.about(subjectOfMessages(messages)),
};

/** Resolves when it is too late to wait on, unless it is cancelled first. */
export type Deadline = (milliseconds: number) => { tooLate: Promise<void>; cancel(): void };

const callGroup = async (
  worker: GroupWorker,
  messages: unknown[],
  context: WorkerContext,
  deadline: Deadline,
): Promise<void> => {
  if (!worker.mayBeOvertaken) return worker.handleGroup(messages, context);
  const { tooLate, cancel } = deadline(giveBackAfterMs(worker.timeoutSeconds));
  try {
    await orGiveBack(worker.handleGroup(messages, context), tooLate);
  } finally {
    cancel();
  }
};

const callWorker =
  (worker: QueueWorker, deadline: Deadline) =>
  async ({ messages }: Batch, context: WorkerContext): Promise<Failed> => {
    const began = performance.now();
    if (worker.kind === 'group') await callGroup(worker, messages, context, deadline);
    else await worker.handle(messages[0], context);
    context.log.info('message', { messages: messages.length, ms: Math.round(performance.now() - began) });
    return [];
  };

/** The path of every batch; whatever fails on it is delivered again, and nothing else is. */
const pathOf = (worker: QueueWorker, deadline: Deadline) =>
  middy<Batch, Failed, Error, WorkerContext & LambdaContext>(callWorker(worker, deadline)).use([
    deliverAgain,
    parseMessages(worker),
    nameSubject,
  ]);

/** Works on what a queue delivered together, each batch with a context and a log of its own. Returns the ids of the messages to be delivered again. */
export const workOn = (worker: QueueWorker, deadline: Deadline) => {
  const path = pathOf(worker, deadline);
  return async (records: SQSRecord[], contextOf: () => WorkerContext): Promise<Failed> => {
    const batches = batchesOf(worker, records);
    const failed = await Promise.all(batches.map((batch) => path(batch, contextOf() as WorkerContext & LambdaContext)));
    return failed.flat();
  };
};

/** A timer that keeps no process alive. */
const timer: Deadline = (milliseconds) => {
  const cancelled = new AbortController();
  const tooLate = delay(milliseconds, undefined, { ref: false, signal: cancelled.signal });
  return { tooLate, cancel: () => cancelled.abort() };
};

const contextOf = (lambda: LambdaContext, ports: object): WorkerContext => {
  const log = createLog({ request_id: lambda.awsRequestId, function: lambda.functionName });
  return { ...ports, clock, sleep, log, newId: (prefix) => newId(prefix, clock()) };
};

/** The Lambda handler of a worker, with partial batch failures. */
export const consume = (worker: ConsumedWorker) => {
  const ports = portsOnce(worker.uses);
  if (worker.kind === 'timed') {
    return async (_: SQSEvent, lambda: LambdaContext): Promise<SQSBatchResponse> => {
      await worker.run(contextOf(lambda, ports()));
      return { batchItemFailures: [] };
    };
  }
  const work = workOn(worker, timer);
  return async ({ Records }: SQSEvent, lambda: LambdaContext): Promise<SQSBatchResponse> => {
    const failed = await work(Records, () => contextOf(lambda, ports()));
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
};
