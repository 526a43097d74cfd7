import { describe, expect, test } from '@jest/globals';
import { firstSteps, needsOf } from '#functions/dashboard/site/overview/needs.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const NUMBER = {
  phone_number: '+14155550123',
  status: 'active',
  is_trial: true,
  trial_expires_at: '2026-03-04T12:00:00Z',
};

describe('What needs a person', () => {
  test('is a campaign that the service paused, not one that somebody paused', () => {
    const campaigns = [
      { id: 'camp_1', name: 'One', status: 'paused', paused_reason: 'The carrier refuses calls.' },
      { id: 'camp_2', name: 'Two', status: 'paused', paused_reason: null },
    ];
    const [need, ...others] = needsOf({ campaigns, numbers: [], deadDeliveries: 0 }, NOW);
    expect(need).toMatchObject({ href: '/campaigns/camp_1' });
    expect(need?.words).toContain('The carrier refuses calls.');
    expect(others).toEqual([]);
  });

  test('is a trial that ends within three days, of a number in use', () => {
    const numbers = [
      NUMBER,
      { ...NUMBER, phone_number: '+14155550124', trial_expires_at: '2026-03-06T12:00:00Z' },
      { ...NUMBER, phone_number: '+14155550125', status: 'released' },
      { ...NUMBER, phone_number: '+14155550126', trial_expires_at: null },
    ];
    const needs = needsOf({ campaigns: [], numbers, deadDeliveries: 0 }, NOW);
    expect(needs.map(({ words }) => words)).toEqual([
      'The trial of +14155550123 ends soon; the number is then given back.',
    ]);
  });

  test('are deliveries that were given up', () => {
    const [need] = needsOf({ campaigns: [], numbers: [], deadDeliveries: 2 }, NOW);
    expect(need?.words).toContain('did not take 2 webhook deliveries');
  });
});

test('The way to the first campaign knows what is done', () =>
  expect(firstSteps({ numbers: 1, assistants: 0, contacts: 4, campaigns: 0 }).map(({ isDone }) => isDone)).toEqual([
    true,
    false,
    true,
    false,
  ]));
