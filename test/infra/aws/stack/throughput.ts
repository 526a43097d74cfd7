import { describe, expect, test } from '@jest/globals';
import { workers } from '#infra/catalog.ts';
import { QUEUES, type QueueSchema } from '#shared/schemas/messages.ts';
import { ofType, resourcesOf } from '#test/infra/aws/merged-template.ts';

/** Concurrent executions that AWS grants an account at first, and what endpoints and streams need of them. */
const ACCOUNT_CONCURRENCY = 1_000;
const FOR_ENDPOINTS_AND_STREAMS = 200;
/** Calls answered a second, each with a recording and words: what one Telnyx connection dials, all of them answered. */
const CALLS_PER_SECOND = 30;
const TELNYX_LINK_SECONDS = 600;

const resources = resourcesOf('the product');

const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0);

test('workers leave endpoints and streams their part of the concurrency of an account', () => {
  const functions = ofType(resources, 'AWS::Lambda::Function');
  const reserving = functions.filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined);
  const reserved = reserving.map(({ properties }) => Number(properties.ReservedConcurrentExecutions));
  // A worker that reserves is within its reservation.
  const mapped = ofType(resources, 'AWS::Lambda::EventSourceMapping')
    .filter(
      ({ properties }) => !reserving.some(({ id }) => JSON.stringify(properties.FunctionName).includes(`"${id}"`)),
    )
    .map(({ properties }) => (properties.ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency);
  expect(sum(mapped) + sum(reserved)).toBeLessThanOrEqual(ACCOUNT_CONCURRENCY - FOR_ENDPOINTS_AND_STREAMS);
});

describe('what follows a call keeps up with every call of a connection', () => {
  test.each([
    ['saveRecording', 5],
    ['extractInformation', 12],
  ])('%s, if a batch takes %i seconds', (id, seconds) => {
    const source = workers.find((worker) => worker.id === id)?.source;
    if (!source || !('queue' in source)) throw new Error(`${id} consumes no queue.`);
    expect((source.batchSize * source.maxConcurrency) / seconds).toBeGreaterThanOrEqual(CALLS_PER_SECOND);
  });

  test('every try to copy a recording, and the alarm before them, comes while the link works', () => {
    const { visibilityTimeoutSeconds, maxReceiveCount, alarmAfterSeconds }: QueueSchema = QUEUES.recording;
    expect((maxReceiveCount - 1) * visibilityTimeoutSeconds).toBeLessThan(TELNYX_LINK_SECONDS);
    expect(alarmAfterSeconds).toBeLessThan(TELNYX_LINK_SECONDS / 2);
  });

  test('copies side by side fit into the memory of their function', () => {
    const copier = ofType(resources, 'AWS::Lambda::Function').find(({ id }) => id.includes('saveRecording'));
    expect(copier?.properties.MemorySize).toBe(2048);
  });
});
