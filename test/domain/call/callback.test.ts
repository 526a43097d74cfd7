import { describe, expect, test } from '@jest/globals';
import { CALLBACKS_IN_CHAIN_MAX, type CallbackWish, callbackDecision } from '#shared/domain/call/callback.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/domain/time.ts';

const endedAt = new Date('2026-03-02T09:03:20.000Z');
const later = (ms: number): Date => new Date(endedAt.getTime() + ms);
const now = later(5 * SECOND_MS);

const decide = (wish: Partial<CallbackWish>, at = now) =>
  callbackDecision({ at: later(HOUR_MS), endedAt, isOptedOut: false, isAllowed: true, placeInChain: 0, ...wish }, at);

describe('who asks to be called', () => {
  test('is called then', () => {
    expect(decide({})).toEqual({ at: later(HOUR_MS) });
    expect(decide({ at: later(60 * DAY_MS) })).toEqual({ at: later(60 * DAY_MS) });
    expect(decide({ placeInChain: CALLBACKS_IN_CHAIN_MAX - 1 })).toEqual({ at: later(HOUR_MS) });
  });

  test('is called at once if that time has passed meanwhile, for a day', () => {
    const late = later(HOUR_MS + DAY_MS);
    expect(decide({}, late)).toEqual({ at: late });
    expect(decide({}, new Date(late.getTime() + 1))).toEqual({ none: 'too_late' });
  });
});

test.each<[string, Partial<CallbackWish>, string]>([
  ['did not ask for it', { at: null }, 'not_asked'],
  ['asked not to be called again as well', { isOptedOut: true }, 'opted_out'],
  ['is of a campaign without callbacks', { isAllowed: false }, 'turned_off'],
  ['has put off three times', { placeInChain: 3 }, 'chain_full'],
  ['named a time that was over at the end of the call', { at: endedAt }, 'not_a_time'],
  ['named a time more than 60 days off', { at: later(60 * DAY_MS + 1) }, 'not_a_time'],
])('who %s is not called back', (_, wish, none) => {
  expect(decide(wish)).toEqual({ none });
});
