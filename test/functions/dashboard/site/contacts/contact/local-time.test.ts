import { describe, expect, test } from '@jest/globals';
import { clockWords, timeThere } from '#functions/dashboard/site/contacts/contact/local-time.ts';

const NOON_UTC = new Date('2026-03-02T12:00:00Z');

const unknown = { timezone: null, inferred_timezones: [], phone: '+14155550100', phone_country: 'US' };

describe('the time where a contact is', () => {
  test('is that of its zone', () => {
    expect(timeThere(['America/New_York'], NOON_UTC)).toBe('07:00');
  });

  test('is a range where its zones differ, across midnight too', () => {
    expect(timeThere(['America/New_York', 'America/Los_Angeles'], NOON_UTC)).toBe('04:00–07:00');
    expect(timeThere(['America/New_York', 'America/Los_Angeles'], new Date('2026-03-02T06:00:00Z'))).toBe(
      '22:00–01:00',
    );
  });

  test('is one where their clocks agree', () => {
    expect(timeThere(['Europe/Berlin', 'Europe/Paris'], NOON_UTC)).toBe('13:00');
  });

  test('is unknown without zones, and with those that the browser does not know', () => {
    expect(timeThere([], NOON_UTC)).toBeNull();
    expect(timeThere(['Mars/Base'], NOON_UTC)).toBeNull();
    expect(timeThere(['Mars/Base', 'Europe/Berlin'], NOON_UTC)).toBe('13:00');
  });
});

describe('how the time is known', () => {
  test('a zone that was given decides', () => {
    expect(clockWords({ ...unknown, timezone: 'Europe/Berlin' })).toContain('Europe/Berlin, as given');
  });

  test('one zone of the number may be wrong', () => {
    expect(clockWords({ ...unknown, inferred_timezones: ['Europe/Berlin'] })).toContain('Europe/Berlin, by its number');
  });

  test('several zones bind together', () => {
    const words = clockWords({ ...unknown, inferred_timezones: ['America/Chicago', 'America/New_York'] });
    expect(words).toContain('One of 2 zones');
    expect(words).toContain('hours of all of them');
  });

  test('a country alone binds all its zones, and nothing at all binds no hours', () => {
    expect(clockWords(unknown)).toContain('all its zones');
    expect(clockWords({ ...unknown, phone_country: null })).toContain('no hours bind');
    expect(clockWords({ ...unknown, phone: null })).toContain('without a number');
  });
});
