import { expect, test } from '@jest/globals';
import { isGivenUp } from '#shared/domain/call/deadline.ts';

const SINCE = '2026-03-02T15:00:00.000Z';
const UNHEARD = { status: 'dialing', call_control_id: null, events: {} };

const secondsWaited = (call: Parameters<typeof isGivenUp>[0]): number => {
  const isOver = (seconds: number) => isGivenUp(call, SINCE, new Date(Date.parse(SINCE) + seconds * 1_000));
  const limit = [600, 3_600].find((seconds) => !isOver(seconds) && isOver(seconds + 1));
  return limit ?? Number.NaN;
};

test('a carrier that cannot be asked is waited for ten minutes about a dial of which nothing was heard', () => {
  expect(secondsWaited(UNHEARD)).toBe(600);
});

test.each([
  ['its id is known', { call_control_id: 'v3:call' }],
  ['an event of it came', { events: { 'call.recording.saved': SINCE } }],
  ['it rings', { status: 'ringing' }],
  ['somebody is on it', { status: 'in_progress' }],
])('and for an hour where %s', (_, heard) => {
  expect(secondsWaited({ ...UNHEARD, ...heard })).toBe(3_600);
});
