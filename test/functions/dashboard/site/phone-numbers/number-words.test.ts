import { describe, expect, test } from '@jest/globals';
import {
  allowanceWords,
  buyWords,
  releaseWords,
  trialWords,
} from '#functions/dashboard/site/phone-numbers/number-words.ts';

describe('a trial', () => {
  const endsAt = '2026-11-28T15:00:00.000Z';

  test('says when it ends and how soon', () => {
    const now = new Date('2026-11-24T15:00:00.000Z');
    expect(trialWords(endsAt, now, 'UTC')).toBe('Trial, ends 28 Nov, 15:00 UTC (in 4 days)');
  });

  test('that is over says so', () => {
    const now = new Date('2026-11-28T18:00:00.000Z');
    expect(trialWords(endsAt, now, 'UTC')).toBe('Trial, ended 28 Nov, 15:00 UTC (3 h ago)');
  });

  test('is none for a paid number', () => {
    expect(trialWords(null, new Date(endsAt))).toBeNull();
  });
});

describe('whoever buys a number is told', () => {
  const offer = { phoneNumber: '+14155550100', monthlyPrice: '1.00', setupPrice: '2.50' };
  const terms = { trialDays: null, planName: 'growth', isSimulated: false };

  test('what it costs once and every month, and that it is charged', () => {
    expect(buyWords(offer, terms)).toEqual([
      '+14155550100 costs $2.50 once and $1.00 a month, until it is released.',
      'The carrier charges this as soon as it is ordered.',
    ]);
  });

  test('nothing about a setup price that is none', () => {
    expect(buyWords({ ...offer, setupPrice: '0.00' }, terms)[0]).toBe(
      '+14155550100 costs $1.00 a month, until it is released.',
    );
  });

  test('that a simulated carrier charges nothing, and how long a trial lasts', () => {
    expect(buyWords(offer, { trialDays: 5, planName: 'free', isSimulated: true }).slice(1)).toEqual([
      'The carrier is simulated: nothing is charged.',
      'On the plan “free” it is the one trial number: it is given back by itself after 5 days.',
    ]);
  });
});

describe('whoever releases a number is told', () => {
  const number = { id: 'num_1', phone_number: '+14155550100', assistant_name: null, is_trial: false };
  const LOST = 'The number goes back to the carrier. You lose it: somebody else may get it.';

  test('that it is lost', () => {
    expect(releaseWords(number, [{ name: 'Other', status: 'running', from_number_ids: ['num_2'] }])).toEqual([LOST]);
  });

  test('which assistant and campaigns lose it, and which are paused for want of another', () => {
    const campaigns = [
      { name: 'Spring', status: 'running', from_number_ids: ['num_1'] },
      { name: 'Summer', status: 'running', from_number_ids: ['num_1', 'num_2'] },
      { name: 'Autumn', status: 'draft', from_number_ids: ['num_1'] },
    ];
    expect(releaseWords({ ...number, assistant_name: 'Front desk' }, campaigns)).toEqual([
      LOST,
      '“Front desk” no longer answers calls to it.',
      '“Spring”, “Summer”, and “Autumn” can no longer call from it.',
      '“Spring” has no other number, and is paused.',
    ]);
  });

  test('that the free plan gives no second trial number', () => {
    expect(releaseWords({ ...number, is_trial: true }, [])).toEqual([
      LOST,
      'It is the trial number of the free plan, which has only one.',
    ]);
  });
});

test('an allowance says how many numbers there are of how many', () => {
  expect(allowanceWords({ current_count: 1, max_allowed: 1 }, 'free')).toBe('1 of 1 number on the plan “free”');
  expect(allowanceWords({ current_count: 2, max_allowed: 25 }, 'growth')).toBe('2 of 25 numbers on the plan “growth”');
});
