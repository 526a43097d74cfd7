import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { afterDeliveryAttempt, isAccepted, WEBHOOK_RETRY_SECONDS } from '#shared/domain/webhook/retries.ts';

const now = new Date('2026-03-02T15:00:00.000Z');
const MAX_JITTER = 0.1;

const afterAttempt = (attempt: number, more: object = {}) =>
  afterDeliveryAttempt({ deliveryId: 'dlv_1', attempt, statusCode: 500, retrySeconds: [5, 30], now, ...more });

const waitOf = ({ next_attempt_at }: { next_attempt_at: string | null }): number =>
  (Date.parse(next_attempt_at ?? '') - now.getTime()) / 1000;

test('the schedule is 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h and 12 h', () => {
  const [minute, hour] = [60, 3600];
  expect(WEBHOOK_RETRY_SECONDS).toEqual([5, 30, 2 * minute, 10 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour]);
});

describe('an answer', () => {
  test.each([200, 201, 204, 299])('%s is accepted', (status) => {
    expect(isAccepted(status)).toBe(true);
    expect(afterAttempt(1, { statusCode: status })).toEqual({ status: 'delivered', next_attempt_at: null });
  });

  test.each([null, 0, 100, 199, 300, 302, 304, 400, 401, 410, 429, 500])('%s is not', (status) => {
    expect(isAccepted(status)).toBe(false);
    expect(afterAttempt(1, { statusCode: status })).toMatchObject({ status: 'pending' });
  });

  test('2xx counts at the last attempt too', () => {
    expect(afterAttempt(3, { statusCode: 200 })).toEqual({ status: 'delivered', next_attempt_at: null });
  });
});

describe('after a failed attempt', () => {
  test('the pause is that of the schedule, lengthened by a tenth at most', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: WEBHOOK_RETRY_SECONDS.length }), (deliveryId, attempt) => {
        const pause = WEBHOOK_RETRY_SECONDS[attempt - 1] ?? 0;
        const wait = waitOf(afterAttempt(attempt, { deliveryId, retrySeconds: WEBHOOK_RETRY_SECONDS }));
        expect(wait).toBeGreaterThanOrEqual(pause);
        expect(wait).toBeLessThanOrEqual(pause * (1 + MAX_JITTER));
      }),
    );
  });

  test('deliveries of one outage come back at different times, each always at the same', () => {
    const ids = Array.from({ length: 100 }, (_, at) => `dlv_${at}`);
    const waits = ids.map((deliveryId) => waitOf(afterAttempt(2, { deliveryId })));
    expect(new Set(waits).size).toBeGreaterThan(50);
    expect(ids.map((deliveryId) => waitOf(afterAttempt(2, { deliveryId })))).toEqual(waits);
  });

  test('past the schedule it is given up', () => {
    expect(afterAttempt(2)).toMatchObject({ status: 'pending' });
    expect(afterAttempt(3)).toEqual({ status: 'dead_lettered', next_attempt_at: null });
    expect(afterAttempt(1, { retrySeconds: [] })).toEqual({ status: 'dead_lettered', next_attempt_at: null });
  });
});
