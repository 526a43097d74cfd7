import { expect, test } from '@jest/globals';
import { waitingOf } from '#shared/domain/campaign/waiting.ts';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const MIDNIGHT = '2026-05-05T00:00:00.000Z';
const PAST = { at: '2026-05-04T09:00:00.000Z', rule: '' };
const LATER = { at: '2026-05-04T12:00:00.000Z', rule: 'enr_1' };
const NUMBER = { at: '2026-05-04T12:00:00.000Z', rule: 'number_daily_calls' };
const AT_NIGHT = { start: '22:00', end: '02:00', timezone: 'UTC', inCalleeZone: false };
const NOTHING = { due: null, day: null, window: null };

test.each([
  ['nobody waits', NOTHING, null, null],
  ['somebody can be dialled', { ...NOTHING, due: PAST }, null, null],
  ['everybody pauses after an attempt', { ...NOTHING, due: LATER }, 'retry_delay', LATER.at],
  ['a number has had its calls', { ...NOTHING, due: NUMBER }, 'number_daily_calls', NUMBER.at],
  ['the calls of the day are used up', { ...NOTHING, due: PAST, day: 'daily_calls' as const }, 'daily_calls', MIDNIGHT],
  ['the money of the day is spent', { ...NOTHING, due: LATER, day: 'daily_spend' as const }, 'daily_spend', MIDNIGHT],
  [
    "the window is the callees', and somebody is due",
    { ...NOTHING, due: PAST, window: { ...AT_NIGHT, inCalleeZone: true } },
    null,
    null,
  ],
  ['the window opens later', { ...NOTHING, due: PAST, window: AT_NIGHT }, 'call_window', '2026-05-04T22:00:00.000Z'],
  [
    'the window is open at midnight, when the day is over',
    { due: PAST, day: 'daily_calls' as const, window: AT_NIGHT },
    'daily_calls',
    MIDNIGHT,
  ],
  [
    'the window opens after the day is over',
    {
      due: PAST,
      day: 'daily_calls' as const,
      window: { start: '08:00', end: '09:00', timezone: 'UTC', inCalleeZone: false },
    },
    'call_window',
    '2026-05-05T08:00:00.000Z',
  ],
])('%s', (_, situation, waiting_reason, waiting_until) => {
  expect(waitingOf(situation, NOW)).toEqual({ waiting_reason, waiting_until });
});
