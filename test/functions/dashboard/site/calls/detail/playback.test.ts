import { describe, expect, test } from '@jest/globals';
import {
  isExpired,
  isFresh,
  isShorterThanTalk,
  lineAt,
  lineStarts,
  recordingBegan,
} from '#functions/dashboard/site/calls/detail/playback.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';

const answeredAt = new Date('2026-03-02T09:00:00.000Z');
const at = (seconds: number): string => new Date(answeredAt.getTime() + seconds * SECOND_MS).toISOString();

const line = (role: string, seconds: number, text = 'Hello.') => ({ role, text, at: at(seconds) });
const call = (...transcript: ReturnType<typeof line>[]) => ({ answered_at: answeredAt.toISOString(), transcript });

describe('the second of a recording at which a line begins', () => {
  test('counts from the answer, because recordings begin with it', () => {
    expect(lineStarts(call(line('assistant', 0.4), line('assistant', 12.5)))).toEqual([0.4, 12.5]);
  });

  test('counts from the first words where no answer was reported', () => {
    const unreported = { ...call(line('assistant', 3), line('assistant', 5)), answered_at: null };
    expect(recordingBegan(unreported)).toBe(at(3));
    expect(lineStarts(unreported)).toEqual([0, 2]);
  });

  test('is before the time of a line of the other party, which is written down when it has been said', () => {
    const words = 'x'.repeat(28);
    expect(lineStarts(call(line('assistant', 0), line('user', 10, words)))).toEqual([0, 8]);
  });

  test('is never while the assistant spoke just before', () => {
    const [, start] = lineStarts(call(line('assistant', 0, 'x'.repeat(300)), line('user', 4, 'x'.repeat(100))));
    expect(start).toBeCloseTo(3);
  });

  test('is right after the line before, where the other party goes on', () => {
    expect(lineStarts(call(line('user', 2, 'x'.repeat(28)), line('user', 3, 'x'.repeat(140))))).toEqual([0, 2]);
  });

  test('is not before the recording, nor before the line above', () => {
    const starts = lineStarts(call(line('assistant', -3), line('assistant', 5), line('assistant', 4)));
    expect(starts).toEqual([0, 5, 5]);
  });

  test('is unknown for a line without a time', () => {
    const timeless = { role: 'assistant', text: 'Hello.', at: '' };
    expect(lineStarts(call(line('assistant', 1), timeless, line('assistant', 3)))).toEqual([1, null, 3]);
  });

  test('is unknown where nothing was said', () => {
    expect(lineStarts({ answered_at: null, transcript: [] })).toEqual([]);
  });
});

describe('the line that is being said', () => {
  const starts = [0.5, 4, null, 9];

  test('is none before the first one', () => {
    expect(lineAt(starts, 0)).toBeNull();
    expect(lineAt([], 3)).toBeNull();
  });

  test('is the last one that has begun', () => {
    expect(lineAt(starts, 0.5)).toBe(0);
    expect(lineAt(starts, 8.9)).toBe(1);
    expect(lineAt(starts, 300)).toBe(3);
  });

  test('is the one that somebody has just chosen, although a player stops a little before it', () => {
    expect(lineAt(starts, 3.97)).toBe(1);
  });
});

describe('a link to a recording', () => {
  const link = { url: 'https://recordings.example/one.wav', readAtMs: answeredAt.getTime() };
  const later = (ms: number): Date => new Date(answeredAt.getTime() + ms);

  test('is renewed before its 15 minutes are over', () => {
    expect(isExpired(link, later(14 * MINUTE_MS))).toBe(false);
    expect(isExpired(link, later(15 * MINUTE_MS - SECOND_MS))).toBe(true);
  });

  test('that fails right after it was made is not asked for again', () => {
    expect(isFresh(link, later(SECOND_MS))).toBe(true);
    expect(isFresh(link, later(MINUTE_MS))).toBe(false);
  });
});

test('a recording that ends before the words do is told from a whole one', () => {
  expect(isShorterThanTalk(1, [0, 4, null])).toBe(true);
  expect(isShorterThanTalk(30, [0, 4, null])).toBe(false);
});
