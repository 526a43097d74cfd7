import { describe, expect, test } from '@jest/globals';
import {
  type Attempt,
  answerWords,
  attemptsWords,
  type Delivery,
  isAboutToMove,
  testWords,
} from '#functions/dashboard/site/settings/webhooks/delivery-words.ts';

const NOW = new Date('2026-03-02T12:00:00.000Z');
const AT = NOW.toISOString();

const answered = (status_code: number, latency_ms = 41): Attempt => ({ at: AT, status_code, latency_ms, error: null });
const refused: Attempt = { at: AT, status_code: null, latency_ms: 5_000, error: 'The receiver cannot be reached.' };

const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
  id: 'dlv_1',
  event_id: 'evt_1',
  kind: 'call',
  type: 'call.completed',
  status: 'pending',
  attempts: [],
  next_attempt_at: null,
  payload: {},
  created_at: AT,
  ...changes,
});

describe('An attempt in words', () => {
  test('is the status and the latency, or why there was no answer', () => {
    expect(answerWords(answered(200))).toBe('200 in 41 ms');
    expect(answerWords(refused)).toBe('The receiver cannot be reached (5,000 ms)');
  });
});

describe('The attempts of a delivery in words', () => {
  test('are how many there were, and how the last one went', () => {
    expect(attemptsWords(delivery())).toBe('None yet');
    expect(attemptsWords(delivery({ attempts: [answered(200)] }))).toBe('200 in 41 ms');
    expect(attemptsWords(delivery({ attempts: [refused, answered(500, 9)] }))).toBe('2, the last one: 500 in 9 ms');
  });
});

describe('The answer to a test event in words', () => {
  test('says whether the receiver accepted it', () => {
    expect(testWords({ status: 'delivered', attempts: [answered(204)] })).toBe(
      'Accepted: the receiver answered 204 in 41 ms.',
    );
    expect(testWords({ status: 'dead_lettered', attempts: [answered(500)] })).toBe(
      'Not accepted: the receiver answered 500 in 41 ms.',
    );
    expect(testWords({ status: 'dead_lettered', attempts: [refused] })).toBe(
      'The receiver cannot be reached (5,000 ms).',
    );
  });
});

describe('A delivery is looked at often', () => {
  test('only while an attempt is under way or less than a minute away', () => {
    const waiting = (seconds: number) =>
      delivery({ next_attempt_at: new Date(NOW.getTime() + seconds * 1_000).toISOString() });
    expect(isAboutToMove(delivery(), NOW)).toBe(true);
    expect(isAboutToMove(waiting(5), NOW)).toBe(true);
    expect(isAboutToMove(waiting(600), NOW)).toBe(false);
    expect(isAboutToMove(delivery({ status: 'delivered' }), NOW)).toBe(false);
    expect(isAboutToMove(delivery({ status: 'dead_lettered' }), NOW)).toBe(false);
  });
});
