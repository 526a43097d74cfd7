import { describe, expect, test } from '@jest/globals';
import type { Extraction } from '#shared/domain/extraction/extraction.ts';
import { extractionInstructions } from '#shared/domain/extraction/extraction.ts';
import { apply, TIMES, told } from './records.ts';

type Told = NonNullable<Extraction['callback_at']>;

const SAID = 'Call me on Tuesday at three, please.';
const TALK = [
  { role: 'assistant', text: 'Shall I call you on Friday at four?' },
  { role: 'user', text: SAID },
];
const wish = (given: Partial<Told> = {}): Told => ({
  in_minutes: null,
  date: '2026-03-03',
  time: '15:00',
  evidence: SAID,
  ...given,
});
const applied = (given: Told, more: Partial<Extraction> = {}, transcript = TALK) =>
  apply({ ...told({ callback_at: given }), ...more }, { transcript });
const foundIn = (given: Told) => applied(given).accepted.callback_at;

describe('a time at which somebody asked to be called', () => {
  test.each<[string, Partial<Told>, string]>([
    ['is read on their clock', {}, '2026-03-03T14:00:00.000Z'],
    ['is in summer an hour earlier', { date: '2026-04-02' }, '2026-04-02T13:00:00.000Z'],
    ['without an hour is at the hour of the call', { time: null }, '2026-03-03T09:00:00.000Z'],
    ['as a span counts from the end of the call, to the second', { in_minutes: 2 }, '2026-03-02T09:05:20.000Z'],
    ['as a part of a minute', { in_minutes: 0.5 }, '2026-03-02T09:03:50.000Z'],
    ['at an hour at which nobody may be called', { time: '06:00' }, '2026-03-03T05:00:00.000Z'],
  ])('%s', (_, given, value) => {
    expect(foundIn(wish(given))).toEqual({ value, evidence: SAID });
  });

  test.each<[string, Partial<Told>, string]>([
    ['in words that nobody said', { evidence: 'Call me on Thursday.' }, 'no_evidence'],
    ['in words of the assistant', { evidence: 'call you on Friday at four' }, 'no_evidence'],
    ['without words', { evidence: '' }, 'no_evidence'],
    ['that is past', { date: '2026-03-02', time: '08:00' }, 'invalid'],
    ['at which the call was still on', { date: '2026-03-02', time: '10:03' }, 'invalid'],
    ['today without an hour', { date: '2026-03-02', time: null }, 'invalid'],
    ['more than 60 days off', { date: '2026-05-02' }, 'invalid'],
    ['that does not exist', { date: '2026-02-30' }, 'invalid'],
    ['in words', { time: 'three' }, 'invalid'],
    ['without day and span', { date: null }, 'invalid'],
    ['that goes back', { in_minutes: -5 }, 'invalid'],
    ['beyond all calendars', { in_minutes: 1e300 }, 'invalid'],
    ['that is no number', { in_minutes: Number.NaN }, 'invalid'],
  ])('%s is none', (_, given, reason) => {
    const { accepted, rejected } = applied(wish(given));
    expect([accepted.callback_at, rejected]).toEqual([null, [{ field: 'callback_at', reason }]]);
  });

  test('gives way to the wish not to be called again', () => {
    const talk = [...TALK, { role: 'user', text: 'No, do not call me again.' }];
    const { accepted, optOut } = applied(wish(), {}, talk);
    expect([accepted.callback_at, optOut]).toEqual([null, true]);
  });
});

test('a model is told the clock of the callee when the call began, and a calendar', () => {
  const instructions = extractionInstructions({ ...TIMES, timezone: 'Asia/Tokyo' });
  expect(instructions).toContain('{"weekday":"Monday","date":"2026-03-02","time":"18:00","timezone":"Asia/Tokyo"}');
  expect(instructions).toMatch(/Tuesday 2026-03-03, Wednesday 2026-03-04.*Monday 2026-03-16\./);
});
