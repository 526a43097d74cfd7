import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { type SourcedWorker, startEventSources } from '#infra/local/queues/event-sources.ts';
import { type SqsAndS3, startSqsAndS3 } from '#infra/local/queues/sqs-and-s3.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';

const time = newSuiteTime();

let dataDir: string;
let sqs: SqsAndS3;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sqs-'));
  sqs = await startSqsAndS3({ dataDir, hasThread: false, onDeath: () => undefined });
});

afterEach(async () => {
  await sqs.stop();
  rmSync(dataDir, { recursive: true });
});

const send = (body: string, queue: 'dial' | 'campaign' | 'number' = 'dial') => {
  const fifo = queue === 'campaign' ? { MessageGroupId: 'g', MessageDeduplicationId: body } : {};
  return sqs.client.send(new SendMessageCommand({ QueueUrl: sqs.queues[queue].url, MessageBody: body, ...fifo }));
};

const worker = (handler: SourcedWorker['handler'], queue: 'dial' | 'campaign' | 'number' = 'dial'): SourcedWorker => ({
  id: 'worker',
  timeoutSeconds: 10,
  source: { queue, batchSize: 10, maxConcurrency: 4 },
  handler,
});

/** How many messages can be received at once, or within some seconds. */
const visible = async (queue: 'dial' | 'campaign' | 'number', WaitTimeSeconds = 0): Promise<number> => {
  const receive = new ReceiveMessageCommand({ QueueUrl: sqs.queues[queue].url, WaitTimeSeconds });
  const { Messages = [] } = await time.during(() => sqs.client.send(receive));
  return Messages.length;
};

/** How many messages there are once nobody works on them any more. */
const kept = async (queue: 'dial' | 'campaign' | 'number'): Promise<number> => {
  await time.pass(sqs.queues[queue].schema.visibilityTimeoutSeconds * 1_000);
  return await visible(queue);
};

test('a worker gets its messages as Lambda events, and what succeeded is gone', async () => {
  const events: SQSEvent[] = [];
  const handler = async (event: SQSEvent) => {
    events.push(event);
    return { batchItemFailures: [] };
  };
  const sources = startEventSources({ workers: [worker(handler)], sqs, onError: () => undefined });
  await send('one');
  await time.until(() => events.length === 1, 'the worker to run');
  expect(events[0]?.Records[0]).toMatchObject({
    body: 'one',
    eventSource: 'aws:sqs',
    eventSourceARN: sqs.queues.dial.arn,
    attributes: { ApproximateReceiveCount: '1' },
  });
  await sources.stop();
  expect(await kept('dial')).toBe(0);
});

test('messages that failed stay invisible until they are due again, and come back after a restart', async () => {
  const seen: string[] = [];
  const failing = async ({ Records }: SQSEvent) => {
    seen.push(...Records.map(({ body }) => body));
    return { batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
  const sources = startEventSources({ workers: [worker(failing, 'campaign')], sqs, onError: () => undefined });
  await send('kept', 'campaign');
  await time.until(() => seen.length === 1, 'the worker to run');
  await sources.stop();
  expect(await visible('campaign')).toBe(0);
  await sqs.stop();
  sqs = await startSqsAndS3({ dataDir, hasThread: false, onDeath: () => undefined });
  expect(await visible('campaign', 5)).toBe(1);
});

test('a worker that throws is reported and its messages are kept', async () => {
  const errors: unknown[] = [];
  const throwing = async () => Promise.reject(new Error('broken'));
  const onError = (_: string, error: unknown) => errors.push(error);
  const sources = startEventSources({ workers: [worker(throwing, 'number')], sqs, onError });
  await send('kept', 'number');
  await time.until(() => errors.length === 1, 'the failure to be reported');
  await sources.stop();
  expect(errors).toEqual([new Error('broken')]);
  expect(await kept('number')).toBe(1);
});

test('a timed worker runs at the start, and a stop does not wait for anything', async () => {
  let runs = 0;
  const handler = async () => {
    runs += 1;
    return { batchItemFailures: [] };
  };
  const timed = { id: 'timed', timeoutSeconds: 10, source: { everyMinutes: 1 }, handler };
  const sources = startEventSources({ workers: [timed, worker(handler)], sqs, onError: () => undefined });
  await time.until(() => runs === 1, 'the first run');
  const start = time.now();
  await time.during(sources.stop);
  expect(time.now()).toBe(start);
});

test('several invocations run at once, no more than the worker allows, and one that hangs holds up nobody', async () => {
  const seen: string[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const release = Promise.withResolvers<void>();
  const handler = async ({ Records }: SQSEvent) => {
    running += 1;
    mostAtOnce = Math.max(mostAtOnce, running);
    const [body = ''] = Records.map((record) => record.body);
    if (body.startsWith('slow')) await release.promise;
    seen.push(body);
    running -= 1;
    return { batchItemFailures: [] };
  };
  const single = { ...worker(handler), source: { queue: 'dial' as const, batchSize: 1, maxConcurrency: 2 } };
  const sources = startEventSources({ workers: [single], sqs, onError: () => undefined });
  const began = time.now();
  for (const body of ['slow', 'one', 'two', 'three']) await send(body);
  await time.until(() => seen.length === 3, 'the others to be done');
  await send('slower');
  await time.until(() => running === 2, 'both invocations to be taken');
  expect(time.now()).toBe(began);
  await send('four');
  await time.pass(1_000);
  expect(seen.toSorted()).toEqual(['one', 'three', 'two']);
  release.resolve();
  await time.until(() => seen.length === 6, 'all of them to be done');
  expect(mostAtOnce).toBe(2);
  await sources.stop();
});
