import { describe, expect, test } from '@jest/globals';
import {
  durationWords,
  endedReasonWords,
  lastedWords,
  otherNumber,
  resultOf,
  speakerWords,
} from '#functions/dashboard/site/calls/call-words.ts';

const numbers = { from_number: '+14155550123', to_number: '+14155550001' };

test('the other party is who was called, or who called in', () => {
  expect(otherNumber({ direction: 'outbound', ...numbers })).toBe('+14155550001');
  expect(otherNumber({ direction: 'inbound', ...numbers })).toBe('+14155550123');
  expect(otherNumber({ direction: 'outbound', from_number: '', to_number: '' })).toBe('Number not kept');
});

test('whoever is not the assistant is the other party, whatever a carrier calls them', () => {
  expect(speakerWords('assistant', { direction: 'outbound' })).toBe('Assistant');
  expect(speakerWords('user', { direction: 'outbound' })).toBe('Callee');
  expect(speakerWords('customer', { direction: 'inbound' })).toBe('Caller');
});

test('a call shows its status while it is live, and then what came of it', () => {
  expect(resultOf({ status: 'ringing', outcome: null })).toBe('ringing');
  expect(resultOf({ status: 'ended', outcome: 'busy' })).toBe('busy');
  expect(resultOf({ status: 'ended', outcome: null })).toBe('ended');
  expect(resultOf({ status: 'cancelled', outcome: null })).toBe('cancelled');
});

describe('why a call ended', () => {
  test('is told in words', () => {
    expect(endedReasonWords('user_busy')).toBe('The line was busy');
    expect(endedReasonWords('calling_hours')).toContain('hours');
  });

  test("is told in the carrier's words where they are not known", () => {
    expect(endedReasonWords('media_timeout')).toBe('Media timeout');
  });
});

test('a live call lasts until now, one that is over as long as the carrier says', () => {
  const now = new Date('2026-03-02T09:01:05.000Z');
  const live = { status: 'in_progress', answered_at: '2026-03-02T09:00:00.000Z', duration_secs: null };
  expect(lastedWords(live, now)).toBe('1:05');
  expect(lastedWords({ ...live, status: 'ended', duration_secs: 42 }, now)).toBe('0:42');
  expect(durationWords(null)).toBe('—');
});
