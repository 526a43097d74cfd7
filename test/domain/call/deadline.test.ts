import { describe, expect, test } from '@jest/globals';
import { deadlineOf, isGivenUp, TALKING_MAX_SECONDS } from '#shared/domain/call/deadline.ts';
import { secondsAfter } from '#shared/domain/time.ts';

const SINCE = '2026-03-02T15:00:00.000Z';
const UNHEARD = { status: 'dialing', call_control_id: null, started_at: SINCE, answered_at: null, events: {} };

const secondsWaited = (call: Parameters<typeof isGivenUp>[0]): number => {
  const isOver = (seconds: number) => isGivenUp(call, SINCE, secondsAfter(SINCE, seconds));
  const limit = [600, 3_600, TALKING_MAX_SECONDS].find((seconds) => !isOver(seconds) && isOver(seconds + 1));
  return limit ?? Number.NaN;
};

describe('a carrier that cannot be asked is waited for', () => {
  test('ten minutes about a dial of which nothing was heard', () => {
    expect(secondsWaited(UNHEARD)).toBe(600);
  });

  test.each([
    ['its id is known', { call_control_id: 'v3:call' }],
    ['an event of it came', { events: { 'call.recording.saved': SINCE } }],
    ['it rings', { status: 'ringing' }],
  ])('an hour where %s', (_, heard) => {
    expect(secondsWaited({ ...UNHEARD, ...heard })).toBe(3_600);
  });

  test('as long as anybody may talk where somebody is on the call', () => {
    expect(secondsWaited({ ...UNHEARD, status: 'in_progress', answered_at: SINCE })).toBe(TALKING_MAX_SECONDS);
  });
});

describe('the carrier is asked about a call', () => {
  const CALL = {
    queued_at: SINCE,
    started_at: SINCE,
    answered_at: null,
    asked_at: null,
    unreachable_since: null,
    missing_since: null,
  };
  const secondsUntil = (call: Partial<Parameters<typeof deadlineOf>[0]> & { status: string }): number =>
    ((deadlineOf({ ...CALL, ...call }) ?? new Date(Number.NaN)).getTime() - Date.parse(SINCE)) / 1_000;
  const asked = (seconds: number) => ({ asked_at: secondsAfter(SINCE, seconds).toISOString() });

  test('once no phone rings that long', () => {
    expect([secondsUntil({ status: 'dialing' }), secondsUntil({ status: 'ringing' })]).toEqual([60, 60]);
  });

  test('two minutes after its answer, and every two minutes from then on', () => {
    const talking = { status: 'in_progress', answered_at: secondsAfter(SINCE, 20).toISOString() };
    expect([secondsUntil(talking), secondsUntil({ ...talking, ...asked(150) })]).toEqual([140, 270]);
  });

  test('two minutes after its answer at the earliest, however lately it was asked about before', () => {
    const talking = { status: 'in_progress', answered_at: secondsAfter(SINCE, 100).toISOString() };
    expect(secondsUntil({ ...talking, ...asked(70) })).toBe(220);
  });

  test.each(['unreachable_since', 'missing_since'] as const)('half a minute after a look that left %s', (field) => {
    expect(secondsUntil({ status: 'ringing', ...asked(70), [field]: SINCE })).toBe(100);
  });

  test('never, once it is over', () => {
    expect(deadlineOf({ ...CALL, status: 'ended' })).toBeNull();
  });
});
