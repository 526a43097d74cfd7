import { describe, expect, test } from '@jest/globals';
import {
  canBeChangedTo,
  changeBody,
  createBody,
  type DraftValues,
  portionsToAdd,
  proposedNumbers,
} from '#functions/dashboard/site/campaigns/new-campaign/draft.ts';

const VALUES: DraftValues = {
  name: 'Spring',
  description: '',
  assistantId: 'asst_1',
  companyId: 'comp_1',
  fromNumberIds: ['num_1'],
  who: 'all',
  contactIds: [],
  windowStart: '09:00',
  windowEnd: '17:00',
  timezone: 'Europe/Paris',
  maxConcurrentCalls: '5',
  maxAttemptsPerContact: '',
  retryDelayMinutes: '0',
};
const SAVED = { id: 'camp_1', assistantId: 'asst_1', companyId: 'comp_1', contactIds: ['c1', 'c2'] };

describe('The draft of a new campaign', () => {
  test('is created with what the form says, and without a time at which it would start by itself', () => {
    expect(createBody(VALUES, 'team_1')).toEqual({
      teamId: 'team_1',
      assistantId: 'asst_1',
      companyId: 'comp_1',
      fromNumberIds: ['num_1'],
      name: 'Spring',
      description: null,
      callWindowStart: '09:00',
      callWindowEnd: '17:00',
      callWindowTimezone: 'Europe/Paris',
      maxConcurrentCalls: 5,
      retryDelayMinutes: 0,
    });
  });

  test('has no zone without a window', () => {
    const body = changeBody('camp_1', { ...VALUES, windowStart: '', windowEnd: '' });
    expect(body).toMatchObject({ callWindowStart: null, callWindowEnd: null, callWindowTimezone: null });
  });

  test('is changed as long as assistant and company stay and nobody is taken out', () => {
    expect(canBeChangedTo(SAVED, VALUES, ['c2', 'c3', 'c1'])).toBe(true);
    expect(canBeChangedTo(SAVED, VALUES, ['c1'])).toBe(false);
    expect(canBeChangedTo(SAVED, { ...VALUES, assistantId: 'asst_2' }, ['c1', 'c2'])).toBe(false);
    expect(canBeChangedTo(SAVED, { ...VALUES, companyId: 'comp_2' }, ['c1', 'c2'])).toBe(false);
  });

  test('gets those contacts that it has not, each once, in portions', () => {
    expect(portionsToAdd(['c1'], ['c1', 'c2', 'c3', 'c2', 'c4'], 2)).toEqual([['c2', 'c3'], ['c4']]);
    expect(portionsToAdd(['c1'], ['c1'], 2)).toEqual([]);
  });
});

describe('The numbers that are proposed', () => {
  const numbers = [
    { id: 'num_1', status: 'active', assistant_id: null },
    { id: 'num_2', status: 'active', assistant_id: 'asst_1' },
    { id: 'num_3', status: 'released', assistant_id: 'asst_1' },
  ];

  test("are the assistant's own, where it has some in use", () =>
    expect(proposedNumbers(numbers, 'asst_1')).toEqual(['num_2']));

  test('are all in use otherwise', () => expect(proposedNumbers(numbers, 'asst_2')).toEqual(['num_1', 'num_2']));
});
