import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CALL_OUTCOMES, type CallOutcome } from '#shared/domain/call/lifecycle.ts';
import { isOpenFor } from '#shared/domain/campaign/callee-hours.ts';
import { afterAttempt, backoffSeconds, type FinishedDial } from '#shared/domain/campaign/retry-policy.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { atNumber, inZone } from './callee-clocks.ts';

const endedAt = new Date('2026-06-01T12:00:00Z');
const policy = { maxAttempts: 3, retryDelayMinutes: 60, retryOnVoicemail: false };
const finished = (outcome: CallOutcome, changes: Partial<FinishedDial> = {}): FinishedDial => ({
  outcome,
  invalidNumber: false,
  attempt: 1,
  policy,
  window: null,
  callee: inZone(null),
  endedAt,
  ...changes,
});
const inAnHour = { status: 'retry_scheduled', next_attempt_at: new Date('2026-06-01T13:00:00Z') };
const withVoicemailRetry = { policy: { ...policy, retryOnVoicemail: true } };

describe('with attempts left', () => {
  test.each<[CallOutcome, Partial<FinishedDial>, object]>([
    ['answered', {}, { status: 'completed', next_attempt_at: null }],
    ['no_answer', {}, inAnHour],
    ['busy', {}, inAnHour],
    ['failed', {}, inAnHour],
    ['voicemail', {}, { status: 'completed', next_attempt_at: null }],
    ['voicemail', withVoicemailRetry, inAnHour],
    ['unknown', {}, { status: 'failed', next_attempt_at: null }],
    ['failed', { invalidNumber: true }, { status: 'failed', next_attempt_at: null }],
  ])('%s %j becomes %j', (outcome, changes, expected) => {
    expect(afterAttempt(finished(outcome, changes))).toEqual(expected);
  });
});

describe('with the attempts spent', () => {
  test.each<[CallOutcome, Partial<FinishedDial>, string]>([
    ['answered', {}, 'completed'],
    ['no_answer', {}, 'exhausted'],
    ['busy', {}, 'exhausted'],
    ['failed', {}, 'failed'],
    ['voicemail', {}, 'completed'],
    ['voicemail', withVoicemailRetry, 'completed'],
    ['unknown', {}, 'failed'],
  ])('%s %j becomes %s', (outcome, changes, status) => {
    expect(afterAttempt(finished(outcome, { attempt: 3, ...changes }))).toEqual({ status, next_attempt_at: null });
  });
});

test('maxAttempts counts the first call: one allowed attempt is never retried', () => {
  const once = { policy: { ...policy, maxAttempts: 1 } };
  expect(afterAttempt(finished('no_answer', once)).status).toBe('exhausted');
});

test('a retry that falls outside the window waits for the next opening', () => {
  const window = { start: '09:00', end: '12:30', timezone: 'UTC', inCalleeZone: false };
  expect(afterAttempt(finished('busy', { window }))).toEqual({
    status: 'retry_scheduled',
    next_attempt_at: new Date('2026-06-02T09:00:00Z'),
  });
});

test("a retry waits for a window in the callee's zones", () => {
  const window = { start: '09:00', end: '17:00', timezone: 'UTC', inCalleeZone: true };
  expect(afterAttempt(finished('busy', { window, callee: atNumber('+13105550100') })).next_attempt_at).toEqual(
    new Date('2026-06-01T16:00:00Z'),
  );
});

test('without a delay the contact is due again at once', () => {
  const atOnce = { policy: { ...policy, retryDelayMinutes: 0 } };
  expect(afterAttempt(finished('busy', atOnce))).toEqual({ status: 'queued', next_attempt_at: endedAt });
});

test('without a delay, but with the window closed meanwhile, the retry is scheduled', () => {
  const window = { start: '09:00', end: '12:00', timezone: 'UTC', inCalleeZone: false };
  const decision = afterAttempt(finished('busy', { window, policy: { ...policy, retryDelayMinutes: 0 } }));
  expect(decision).toEqual({ status: 'retry_scheduled', next_attempt_at: new Date('2026-06-02T09:00:00Z') });
});

test('a contact whose hours never meet the window is skipped with the reason', () => {
  const window = { start: '09:00', end: '17:00', timezone: 'Etc/GMT-6', inCalleeZone: false };
  const never = { window, callee: inZone('Etc/GMT+6') };
  expect(afterAttempt(finished('no_answer', never))).toEqual({
    status: 'skipped',
    next_attempt_at: null,
    skipReason: 'no_common_call_window',
  });
});

test('a retry never comes beyond the allowed attempts, before the delay, outside the window, or after a conversation', () => {
  const attempts = fc.record({
    outcome: fc.constantFrom(...CALL_OUTCOMES),
    invalidNumber: fc.boolean(),
    attempt: fc.integer({ min: 1, max: 10 }),
    policy: fc.record({
      maxAttempts: fc.integer({ min: 1, max: 10 }),
      retryDelayMinutes: fc.integer({ min: 0, max: 3 * 24 * 60 }),
      retryOnVoicemail: fc.boolean(),
    }),
    window: fc.constantFrom(
      null,
      { start: '20:00', end: '02:45', timezone: 'Europe/Berlin', inCalleeZone: false },
      { start: '20:00', end: '02:45', timezone: 'Europe/Berlin', inCalleeZone: true },
    ),
    callee: fc.constantFrom(inZone(null), inZone('America/St_Johns'), atNumber('+18505550100')),
    endedAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
  });
  fc.assert(
    fc.property(attempts, (attempt) => {
      const { status, next_attempt_at: next } = afterAttempt(attempt);
      expect(next !== null).toBe(status === 'retry_scheduled' || status === 'queued');
      if (!next) return;
      expect(attempt.attempt).toBeLessThan(attempt.policy.maxAttempts);
      expect(['answered', 'unknown']).not.toContain(attempt.outcome);
      expect(attempt.invalidNumber).toBe(false);
      const delayMs = attempt.policy.retryDelayMinutes * MINUTE_MS;
      expect(next.getTime()).toBeGreaterThanOrEqual(attempt.endedAt.getTime() + delayMs);
      expect(isOpenFor(attempt.window, attempt.callee, next)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('the backoff starts at 1 s, doubles and stays at 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 5_000].map(backoffSeconds)).toEqual([1, 1, 2, 4, 8, 16, 30, 30, 30]);
});
