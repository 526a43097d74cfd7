import { describe, expect, test } from '@jest/globals';
import {
  canCancel,
  canHangUp,
  hasBegun,
  isBeingConcluded,
  paceOf,
  paceOfStatus,
} from '#functions/dashboard/site/calls/call-state.ts';
import { CALL_STATUSES } from '#shared/domain/call/lifecycle.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';

const now = new Date('2026-03-02T09:00:00.000Z');
const from = (ms: number): string => new Date(now.getTime() + ms).toISOString();

const ended = {
  status: 'ended' as const,
  scheduled_at: null,
  answered_at: from(-MINUTE_MS),
  ended_at: from(-10 * SECOND_MS),
  recording_url: 'https://recordings.example/one.wav',
  extracted: {},
  cost: { carrier_usd: '0.0100' },
};

describe('a call is looked at', () => {
  test.each(['queued', 'dialing', 'ringing', 'in_progress'] as const)('often while it is %s', (status) => {
    expect(paceOfStatus({ status, scheduled_at: null }, now)).toBe('live');
  });

  test('now and then while it is scheduled, and often when its time comes', () => {
    expect(paceOfStatus({ status: 'scheduled', scheduled_at: from(HOUR_MS) }, now)).toBe('slow');
    expect(paceOfStatus({ status: 'scheduled', scheduled_at: from(30 * SECOND_MS) }, now)).toBe('live');
    expect(paceOfStatus({ status: 'scheduled', scheduled_at: from(-HOUR_MS) }, now)).toBe('live');
    expect(paceOfStatus({ status: 'scheduled', scheduled_at: null }, now)).toBe('live');
  });

  test('no more once it is over and everything is there', () => {
    expect(paceOf(ended, now)).toBe('still');
    expect(paceOf({ ...ended, status: 'cancelled' }, now)).toBe('still');
  });

  test.each([
    ['findings', { extracted: null }],
    ['recording', { recording_url: null }],
    ['price', { cost: { carrier_usd: '0.0000' } }],
  ])('often while its %s are awaited, for two minutes', (_, missing) => {
    expect(paceOf({ ...ended, ...missing }, now)).toBe('live');
    expect(paceOf({ ...ended, ...missing, ended_at: from(-2 * MINUTE_MS) }, now)).toBe('still');
  });

  test('without waiting for a recording where nobody answered', () => {
    const unanswered = { ...ended, answered_at: null, recording_url: null, cost: { carrier_usd: '0.0000' } };
    expect(isBeingConcluded(unanswered, now)).toBe(false);
    expect(isBeingConcluded({ ...unanswered, extracted: null }, now)).toBe(true);
  });
});

test('a call is cancelled before it is dialled, hung up while it is live, and neither afterwards', () => {
  const allowed = CALL_STATUSES.map((status) => [status, canCancel({ status }), canHangUp({ status })]);
  expect(allowed).toEqual([
    ['scheduled', true, false],
    ['queued', true, false],
    ['dialing', false, true],
    ['ringing', false, true],
    ['in_progress', false, true],
    ['ended', false, false],
    ['cancelled', false, false],
  ]);
});

test('a call has begun when it was dialled or answered', () => {
  expect(hasBegun({ started_at: null, answered_at: null })).toBe(false);
  expect(hasBegun({ started_at: from(0), answered_at: null })).toBe(true);
});
