import { describe, expect, test } from '@jest/globals';
import { changedFields, type EditValues } from '#functions/dashboard/site/campaigns/edit-values.ts';

const BEFORE: EditValues = {
  name: 'Spring',
  description: '',
  windowStart: '09:00',
  windowEnd: '17:00',
  timezone: 'Europe/Paris',
  maxConcurrentCalls: '3',
  maxAttemptsPerContact: '3',
  retryDelayMinutes: '60',
};

describe('A change of a campaign', () => {
  test('sends nothing that stays: a running campaign would refuse it', () => {
    expect(changedFields(BEFORE, BEFORE)).toEqual({});
    expect(changedFields(BEFORE, { ...BEFORE, maxConcurrentCalls: '9' })).toEqual({ maxConcurrentCalls: 9 });
  });

  test('sends the whole window where a part of it differs, and none with neither end', () => {
    expect(changedFields(BEFORE, { ...BEFORE, windowEnd: '18:00' })).toEqual({
      callWindowStart: '09:00',
      callWindowEnd: '18:00',
      callWindowTimezone: 'Europe/Paris',
    });
    expect(changedFields(BEFORE, { ...BEFORE, windowStart: '', windowEnd: '' })).toEqual({
      callWindowStart: null,
      callWindowEnd: null,
      callWindowTimezone: null,
    });
  });

  test('takes a description away that was emptied', () =>
    expect(changedFields({ ...BEFORE, description: 'Renewals' }, BEFORE)).toEqual({ description: null }));
});
