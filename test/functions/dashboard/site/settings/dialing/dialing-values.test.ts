import { describe, expect, test } from '@jest/globals';
import {
  type Dialing,
  dialingChanges,
  dialingValues,
} from '#functions/dashboard/site/settings/dialing/dialing-values.ts';

const dialing = (changes: Partial<Dialing> = {}): Dialing => ({
  allowed_countries: null,
  effective_countries: ['CA', 'US'],
  calling_hours: null,
  max_calls_per_number_per_day: 10,
  max_calls_per_day: null,
  max_spend_per_day_usd: null,
  calls_today: 0,
  calls_per_day_allowed: 100,
  spend_today_usd: '0.0000',
  ...changes,
});

const changed = (changes: Partial<ReturnType<typeof dialingValues>>, from: Dialing = dialing()) => {
  const began = dialingValues(from);
  return dialingChanges(began, { ...began, ...changes });
};

describe('The form of the dialing settings', () => {
  test('proposes the countries that may be called now, and the usual hours, where none are set', () =>
    expect(dialingValues(dialing())).toMatchObject({
      countries: 'own',
      chosen: ['CA', 'US'],
      hasHours: false,
      start: '08:00',
      end: '21:00',
    }));

  test('shows a bound that there is not as an empty field', () =>
    expect(dialingValues(dialing())).toMatchObject({ perNumber: '10', perDay: '', spend: '' }));
});

describe('A change of the dialing settings', () => {
  test('is nothing where nothing was changed', () => expect(changed({})).toEqual({}));

  test('holds only what was changed', () => expect(changed({ perDay: '50' })).toEqual({ maxCallsPerDay: 50 }));

  test('takes a bound away where its field is emptied', () =>
    expect(changed({ perNumber: ' ', spend: '' }, dialing({ max_spend_per_day_usd: '50.00' }))).toEqual({
      maxCallsPerNumberPerDay: null,
      maxSpendPerDayUsd: null,
    }));

  test('keeps zero apart from no bound', () => expect(changed({ perDay: '0' })).toEqual({ maxCallsPerDay: 0 }));

  test('sends both ends of the hours, or null where there are to be none', () => {
    const set = dialing({ calling_hours: { start: '08:00', end: '21:00' } });
    expect(changed({ start: '09:00' }, set)).toEqual({ callingHours: { start: '09:00', end: '21:00' } });
    expect(changed({ hasHours: false }, set)).toEqual({ callingHours: null });
    expect(changed({ start: '09:00' })).toEqual({});
  });

  test('sends the whole set of countries, an empty one too, or null for those of the own numbers', () => {
    expect(changed({ countries: 'chosen', chosen: ['FR'] })).toEqual({ allowedCountries: ['FR'] });
    expect(changed({ countries: 'chosen', chosen: [] })).toEqual({ allowedCountries: [] });
    expect(changed({ countries: 'own' }, dialing({ allowed_countries: ['FR'] }))).toEqual({ allowedCountries: null });
    expect(changed({ chosen: ['FR'] })).toEqual({});
  });
});
