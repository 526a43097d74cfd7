import { describe, expect, test } from '@jest/globals';
import { withoutEnded } from '#shared/domain/privacy/ended-parts.ts';
import {
  cutoffOf,
  nextLookAt,
  outlived,
  type Retention,
  retentionThatHolds,
} from '#shared/domain/privacy/retention.ts';

const NOW = new Date('2026-03-02T12:00:00.000Z');
const KEPT: Retention = { transcript: null, recording: null };

test.each<[string, number | null, number | null, number | null]>([
  ["the account's alone", 7, null, 7],
  ["the operator's alone", null, 30, 30],
  ['the shorter of both', 90, 30, 30],
  ['the shorter of both', 3, 30, 3],
  ['none', null, null, null],
])('%s holds', (_, own, operators, holds) => {
  const held = retentionThatHolds({ transcript: own, recording: null }, { transcript: operators, recording: null });
  expect(held).toEqual({ transcript: holds, recording: null });
});

test('a day is 24 hours from the end of the call', () => {
  expect(cutoffOf(1, NOW)).toBe('2026-03-01T12:00:00.000Z');
  expect(cutoffOf(3_650, NOW)).toBe('2016-03-04T12:00:00.000Z');
});

test('the next look is within the hour while something ends, else within the day', () => {
  expect(nextLookAt({ ...KEPT, recording: 5 }, NOW).toISOString()).toBe('2026-03-02T12:50:00.000Z');
  expect(nextLookAt(KEPT, NOW).toISOString()).toBe('2026-03-03T11:00:00.000Z');
});

describe('a call', () => {
  const cutoff = '2026-03-01T12:00:00.000Z';
  const call = { isOver: true, created_at: '2026-01-01T00:00:00.000Z', ended_at: cutoff, scheduled_at: null };

  test.each<[string, object, true | { notBefore: string }]>([
    ['that ended at the cutoff has outlived it', {}, true],
    [
      'that ended later may do so then',
      { ended_at: '2026-03-01T12:00:00.001Z' },
      { notBefore: '2026-03-01T12:00:00.001Z' },
    ],
    ['without an end counts from its creation', { ended_at: null }, true],
    ['that goes on may do so from now', { isOver: false, ended_at: null }, { notBefore: NOW.toISOString() }],
    [
      'that is scheduled may do so from its time',
      { isOver: false, ended_at: null, scheduled_at: '2026-09-01T08:00:00.000Z' },
      { notBefore: '2026-09-01T08:00:00.000Z' },
    ],
  ])('%s', (_, given, expected) => {
    expect(outlived({ ...call, ...given }, cutoff, NOW)).toEqual(expected);
  });
});

test('of what has ended nothing is written, and of the rest everything', () => {
  const changes = { summary: 'Said hello.', found_in: 'abc', recording_key: 'wav', status: 'ended' };
  const at = NOW.toISOString();
  const parts = (words: string | null, recording: string | null) => ({
    words_deleted_at: words,
    recording_deleted_at: recording,
  });
  expect(withoutEnded(parts(null, null), changes)).toEqual(changes);
  expect(withoutEnded(parts(at, null), changes)).toEqual({
    summary: 'Said hello.',
    recording_key: 'wav',
    status: 'ended',
  });
  expect(withoutEnded(parts(null, at), changes)).toEqual({ summary: 'Said hello.', found_in: 'abc', status: 'ended' });
});
