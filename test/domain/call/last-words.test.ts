import { expect, test } from '@jest/globals';
import { secondsToNextLook } from '#shared/domain/call/last-words.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';

const FIRST_LOOK_MS = 2 * SECOND_MS;
const GENERATIONS_MAX = 8;

/** When the looks of a call come whose last words never do, milliseconds after its end. */
const looksWithin = (ms: number): number[] => {
  const looks = [];
  for (let at = FIRST_LOOK_MS; at < ms; at += secondsToNextLook(at) * SECOND_MS) looks.push(at);
  return looks;
};

test('last words that come soon are found within a second or two', () => {
  expect(secondsToNextLook(0)).toBe(1);
  expect(secondsToNextLook(1_200)).toBe(2);
});

test('looks for last words are few, so that those delivered twice do not multiply without end', () => {
  expect(looksWithin(MINUTE_MS).length).toBeLessThanOrEqual(GENERATIONS_MAX);
});

test('nobody waits much longer than the words took', () => {
  for (const at of looksWithin(MINUTE_MS)) expect(secondsToNextLook(at)).toBeLessThanOrEqual(15);
});
