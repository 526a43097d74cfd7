import { describe, expect, test } from '@jest/globals';
import { type RequestLimit, spend, waitMs } from '#shared/domain/account/request-rate.ts';

const NEVER = Number.NEGATIVE_INFINITY;
const NOW = Date.parse('2026-06-15T12:00:00Z');

/** How many requests are let in at these times, one after the other. */
const letIn = (limit: RequestLimit, times: number[]): number => {
  let spent = NEVER;
  let count = 0;
  for (const at of times) {
    if (waitMs(limit, spent, at) > 0) continue;
    spent = spend(limit, spent, 1, at);
    count++;
  }
  return count;
};

const at = (ms: number, count: number): number[] => Array<number>(count).fill(NOW + ms);

test.each([
  [50, 200],
  [3, 7],
  [1, 1],
  [7, 1_000],
  [999, 333],
])('%i a second, %i at once: exactly the burst is let in at one moment', (perSecond, burst) => {
  expect(letIn({ perSecond, burst }, at(0, burst + 50))).toBe(burst);
});

test('after a burst, one request for each share of the rate that passes', () => {
  const limit = { perSecond: 50, burst: 200 };
  expect(letIn(limit, [...at(0, 300), ...at(19, 5), ...at(20, 5), ...at(1_020, 100)])).toBe(200 + 1 + 50);
});

test('idle time counts for one burst and no more', () => {
  const limit = { perSecond: 50, burst: 200 };
  expect(letIn(limit, [...at(0, 10), ...at(3_600_000, 500)])).toBe(10 + 200);
});

describe('who has to wait', () => {
  test('is told how long, and is let in then', () => {
    const limit = { perSecond: 4, burst: 2 };
    const spent = spend(limit, spend(limit, NEVER, 1, NOW), 1, NOW);
    expect(waitMs(limit, spent, NOW)).toBe(250);
    expect(waitMs(limit, spent, NOW + 249)).toBe(1);
    expect(waitMs(limit, spent, NOW + 250)).toBe(0);
  });

  test('waits for what others sent too much as well', () => {
    const limit = { perSecond: 50, burst: 200 };
    expect(waitMs(limit, spend(limit, NEVER, 700, NOW), NOW)).toBe(10_020);
  });
});
