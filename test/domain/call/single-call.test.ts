import { describe, expect, test } from '@jest/globals';
import type { NotDialedReason } from '#shared/domain/call/not-dialed.ts';
import { afterHindrance, dueTime, scheduleProblem } from '#shared/domain/call/single-call.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';

const CREATED = Date.parse('2026-03-02T12:00:00.000Z');
const at = (milliseconds: number): Date => new Date(CREATED + milliseconds);

const immediate = { scheduled_at: null, created_at: at(0).toISOString(), deferrals: 0 };
const scheduled = { ...immediate, scheduled_at: at(HOUR_MS).toISOString() };

const hindrance = (reason: NotDialedReason, until: Date | null = null) => ({ reason, until, words: 'It cannot be' });

describe('a scheduled call that cannot be dialled', () => {
  test('waits until the hindrance is over', () => {
    const opening = at(3 * HOUR_MS);
    expect(afterHindrance(scheduled, hindrance('outside_window', opening), at(HOUR_MS))).toEqual({
      status: 'scheduled',
      due_at: opening.toISOString(),
      waits_for: 'outside_window',
      deferrals: 1,
    });
  });

  test.each([
    [0, 2],
    [1, 4],
    [4, 32],
    [5, 60],
    [1_000, 60],
  ])('looks again, after %i looks in %i seconds, where nobody knows when', (deferrals, seconds) => {
    const after = afterHindrance({ ...scheduled, deferrals }, hindrance('number_busy'), at(HOUR_MS));
    expect(after.due_at).toBe(at(HOUR_MS + seconds * 1000).toISOString());
  });

  test('ends as failed, with the rule, when it has waited for 24 hours or would have to', () => {
    const failed = {
      status: 'ended',
      outcome: 'failed',
      ended_reason: 'calls_stopped',
      error: 'It cannot be.',
      due_at: null,
    };
    const late = at(HOUR_MS + DAY_MS);
    expect(afterHindrance(scheduled, hindrance('calls_stopped'), late)).toMatchObject(failed);
    const farOpening = hindrance('outside_window', at(HOUR_MS + DAY_MS + 1));
    expect(afterHindrance(scheduled, farOpening, at(HOUR_MS))).toMatchObject({
      ...failed,
      ended_reason: 'calling_hours',
    });
    const lastOpening = hindrance('outside_window', at(HOUR_MS + DAY_MS));
    expect(afterHindrance(scheduled, lastOpening, at(HOUR_MS)).status).toBe('scheduled');
  });

  test.each<NotDialedReason>([
    'do_not_call',
    'contact_gone',
    'missing_phone',
    'destination_not_allowed',
    'caller_id_gone',
    'assistant_unusable',
    'no_common_call_window',
    'not_accepted',
  ])('ends at once for what no waiting cures: %s', (reason) => {
    expect(afterHindrance(scheduled, hindrance(reason), at(HOUR_MS))).toMatchObject({
      status: 'ended',
      ended_reason: reason,
    });
  });
});

test('a call at once waits five minutes at most', () => {
  const wait = (milliseconds: number) => afterHindrance(immediate, hindrance('rate_limited'), at(milliseconds));
  expect(wait(4 * MINUTE_MS).status).toBe('scheduled');
  expect(wait(5 * MINUTE_MS)).toMatchObject({ status: 'ended', ended_reason: 'rate_limited' });
});

test('a due time has whole seconds, and is never early', () => {
  expect(dueTime(at(1))).toBe(at(1_000).toISOString());
  expect(dueTime(at(1_000))).toBe(at(1_000).toISOString());
});

test('a call is scheduled for the future, a year ahead at most', () => {
  const problem = (milliseconds: number) => scheduleProblem(at(milliseconds).toISOString(), at(0));
  expect(problem(0)).toBe('must be in the future');
  expect(problem(1)).toBeNull();
  expect(problem(365 * DAY_MS)).toBeNull();
  expect(problem(365 * DAY_MS + 1)).toBe('must be at most 365 days ahead');
  expect(scheduleProblem(null, at(0))).toBeNull();
});
