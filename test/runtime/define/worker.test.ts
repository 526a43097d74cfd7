import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { lambdaContext } from '#infra/local/process/lambda-context.ts';
import { defineGroupWorker, defineMessageWorker } from '#shared/runtime/define/worker.ts';
import { setLogSink } from '#shared/runtime/log.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';

const time = newSuiteTime();

const context = lambdaContext('worker', 10);
const common = {
  summary: 'Works',
  batchSize: 10,
  maxConcurrency: 2,
  uses: [],
};

let lines: Record<string, unknown>[] = [];
beforeAll(() => setLogSink((line) => lines.push(JSON.parse(line))));
afterAll(() => setLogSink(console.log));

/** Records named after their places; `group:id` becomes a message of that group. */
const eventOf = (...messages: string[]): SQSEvent => ({
  Records: messages.map((message, at) => {
    const [MessageGroupId, text] = message.split(':');
    const attributes = { MessageGroupId, ApproximateReceiveCount: '3' };
    return {
      messageId: `${at}`,
      body: text ? JSON.stringify({ number_id: text, campaign_id: text, reason: 'change' }) : '{}',
      attributes,
    } as SQSRecord;
  }),
});

const work = async (done: string[], texts: string[]): Promise<void> => {
  if (texts.includes('bad')) throw new Error('broken');
  done.push(texts.join('+'));
};

test('messages of a standard queue fail alone, also those that cannot be read', async () => {
  const done: string[] = [];
  lines = [];
  const { handler } = defineMessageWorker({
    ...common,
    queue: 'number',
    timeoutSeconds: 10,
    handle: ({ number_id }) => work(done, [number_id]),
  });
  const { batchItemFailures } = await handler(eventOf('a:one', 'a:bad', 'a:', 'b:two'), context);
  expect(batchItemFailures).toEqual([{ itemIdentifier: '1' }, { itemIdentifier: '2' }]);
  expect(done).toEqual(['one', 'two']);
  const told = { level: 'error', request_id: context.awsRequestId, function: 'worker', receives: '3' };
  const failures = lines.filter(({ level }) => level === 'error');
  expect(failures).toEqual([expect.objectContaining(told), expect.objectContaining(told)]);
  expect(lines.filter(({ message }) => message === 'message')).toHaveLength(done.length);
});

test('a group of a FIFO queue fails as a whole, whatever becomes of the others', async () => {
  const done: string[] = [];
  const { handler } = defineGroupWorker({
    ...common,
    queue: 'campaign',
    timeoutSeconds: 10,
    handleGroup: (messages) =>
      work(
        done,
        messages.map(({ campaign_id }) => campaign_id),
      ),
  });
  const { batchItemFailures } = await handler(eventOf('a:one', 'b:two', 'a:bad', 'c:', 'b:three'), context);
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort()).toEqual(['0', '2', '3']);
  expect(done).toEqual(['two+three']);
});

test('a group that hangs is given back before the timeout, and the others of its batch are acknowledged', async () => {
  const done: string[] = [];
  const { handler } = defineGroupWorker({
    ...common,
    queue: 'campaign',
    timeoutSeconds: 10,
    mayBeOvertaken: true,
    handleGroup: (messages) =>
      messages[0]?.campaign_id === 'slow'
        ? new Promise<void>(() => undefined)
        : work(
            done,
            messages.map(({ campaign_id }) => campaign_id),
          ),
  });
  const begin = time.now();
  const { batchItemFailures } = await time.during(() =>
    handler(eventOf('a:slow', 'b:two', 'c:three', 'a:four'), context),
  );
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['0', '3']);
  expect(done).toEqual(['two', 'three']);
  expect(time.now() - begin).toBeLessThan(9_000);
});
