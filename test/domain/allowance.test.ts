import { expect, test } from '@jest/globals';
import { allowanceOf, planNamed, trialExpiry } from '#shared/domain/allowance.ts';

test('a free account gets one trial number', () => {
  expect(allowanceOf({ plan: 'free' })).toEqual({
    planName: 'free',
    hasSubscription: false,
    maxNumbers: 1,
    isTrial: true,
  });
});

test.each([
  ['starter', 5],
  ['growth', 25],
] as const)('a %s account owns up to %d paid numbers', (plan, maxNumbers) => {
  expect(allowanceOf({ plan })).toEqual({ planName: plan, hasSubscription: true, maxNumbers, isTrial: false });
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
