import { describe, expect, test } from '@jest/globals';
import { allowanceOf, planNamed, refusalWords, trialExpiry } from '#shared/domain/billing/allowance.ts';

const NOW = new Date('2026-06-15T00:00:00.000Z');
const PAST = '2026-06-01T00:00:00.000Z';
const FUTURE = '2026-07-01T00:00:00.000Z';

const allowance = (
  plan: 'free' | 'starter' | 'growth',
  status?: 'active' | 'past_due' | 'cancelled' | 'expired',
  end = FUTURE,
) => allowanceOf({ plan, numbers_held: 0 }, status ? { status, current_period_end: end } : null, NOW);

describe('an account that pays', () => {
  test('or has not yet paid: a free one gets one trial number', () => {
    expect(allowance('free')).toEqual({
      planName: 'free',
      hasSubscription: false,
      maxNumbers: 1,
      isTrial: true,
      refusal: null,
    });
  });

  test.each([
    ['starter', 5],
    ['growth', 25],
  ] as const)('with the plan %s owns up to %d paid numbers, also while a payment is late', (plan, maxNumbers) => {
    const expected = { planName: plan, hasSubscription: true, maxNumbers, isTrial: false, refusal: null };
    for (const status of [undefined, 'active', 'past_due'] as const) expect(allowance(plan, status)).toEqual(expected);
    expect(allowance(plan, 'past_due', PAST)).toEqual(expected);
  });

  test('is told its plan and limit when the limit is reached', () => {
    expect(refusalWords(allowance('starter'))).toBe(
      'The plan "starter" allows 5 phone number(s); the limit is reached.',
    );
  });
});

describe('the trial of a free account', () => {
  const afterTrial = (numbers_held: number) =>
    allowanceOf({ plan: 'free', numbers_held, trial_used_at: PAST }, null, NOW);

  test('is one number, once: while it is held it is the one that is allowed, afterwards there is none', () => {
    expect(afterTrial(1)).toMatchObject({ maxNumbers: 1, isTrial: true });
    expect(afterTrial(0)).toMatchObject({ maxNumbers: 0, isTrial: true });
    expect(refusalWords(afterTrial(0))).toBe(
      'The one trial number of the free plan was used; subscribe to buy phone numbers.',
    );
  });

  test('does not keep a subscriber from buying', () => {
    const account = { plan: 'starter' as const, numbers_held: 0, trial_used_at: PAST };
    expect(allowanceOf(account, null, NOW)).toMatchObject({ maxNumbers: 5, isTrial: false, refusal: null });
  });
});

describe('a subscription that ends', () => {
  test('keeps its plan while it runs, but buys nothing more', () => {
    const cancelled = allowance('growth', 'cancelled');
    expect(cancelled).toMatchObject({ planName: 'growth', hasSubscription: true, maxNumbers: 0, isTrial: false });
    expect(refusalWords(cancelled)).toBe(
      `The subscription was cancelled and runs until ${FUTURE}; it buys no further phone numbers.`,
    );
  });

  test.each([
    ['cancelled', `The subscription was cancelled and ended on ${PAST}; subscribe again to buy phone numbers.`],
    ['expired', `The subscription ended on ${PAST}; subscribe again to buy phone numbers.`],
  ] as const)('leaves the free plan without a trial once it is %s and over', (status, words) => {
    const over = allowance('growth', status, PAST);
    expect(over).toMatchObject({ planName: 'free', hasSubscription: false, maxNumbers: 0, isTrial: false });
    expect(refusalWords(over)).toBe(words);
  });

  test('is over at the instant its period ends, not before', () => {
    const at = NOW.toISOString();
    expect(allowance('growth', 'cancelled', at).hasSubscription).toBe(false);
    expect(allowance('growth', 'cancelled', new Date(NOW.getTime() + 1).toISOString()).hasSubscription).toBe(true);
  });
});

test('a trial number ends after five days', () => {
  expect(trialExpiry(new Date('2026-02-27T10:00:00Z'))).toEqual(new Date('2026-03-04T10:00:00Z'));
});

test.each([
  ['Growth', 'growth'],
  ['Growth (yearly)', 'growth'],
  ['starter_monthly', 'starter'],
  ['free', 'free'],
  ['Carefree', null],
  ['Starter to Growth', null],
  ['', null],
  [null, null],
])('the name %j stands for the plan %j', (name, plan) => {
  expect(planNamed(name)).toBe(plan);
});
