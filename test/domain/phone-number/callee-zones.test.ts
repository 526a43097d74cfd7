import { describe, expect, test } from '@jest/globals';
import { type CountryCode, getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { isKnownTimezone } from '#shared/domain/campaign/call-window.ts';
import { calleeZonesOf, inferredZonesOf } from '#shared/domain/phone-number/callee-zones.ts';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import { ZONES_OF_COUNTRIES, ZONES_OF_PREFIXES } from '#shared/domain/phone-number/zone-table.ts';

const calleeZones = (phone: string, timezone: string | null = null): readonly string[] =>
  calleeZonesOf({ timezone, phone, phone_country: numberingOf(phone).country });

describe('the zones that a number tells', () => {
  test.each([
    ['New York', '+12125550100', ['America/New_York']],
    ['Los Angeles', '+13105550100', ['America/Los_Angeles']],
    ['Arizona, partly Navajo', '+19285550100', ['America/Denver', 'America/Phoenix']],
    ['Idaho', '+12085550100', ['America/Denver', 'America/Los_Angeles']],
    ['Idaho, the overlay', '+19865550100', ['America/Denver', 'America/Los_Angeles']],
    ['the south of Indiana', '+18125550100', ['America/Chicago', 'America/New_York']],
    ['the south of Indiana, the overlay', '+19305550100', ['America/Chicago', 'America/New_York']],
    ['Kentucky, the west', '+12705550100', ['America/Chicago', 'America/New_York']],
    ['Florida, the panhandle', '+18505550100', ['America/Chicago', 'America/New_York']],
    ['Hawaii', '+18085550100', ['Pacific/Honolulu']],
    ['Toronto', '+14165550100', ['America/Toronto']],
    ['British Columbia', '+12505550100', ['America/Edmonton', 'America/Vancouver']],
    ['Newfoundland and Labrador', '+17095550100', ['America/Halifax', 'America/St_Johns']],
    ['Saskatchewan, the overlay', '+14745550100', ['America/Regina', 'America/Winnipeg']],
    ['Jamaica', '+18765550100', ['America/Jamaica']],
    ['Great Britain', '+442079460001', ['Europe/London']],
    ['Germany, a mobile', '+4915112345678', ['Europe/Berlin']],
    ['India', '+911123456789', ['Asia/Kolkata']],
    ['Kosovo', '+38343201234', ['Europe/Belgrade']],
    ['Kaliningrad', '+74012345678', ['Europe/Kaliningrad']],
    ['Kamchatka', '+74152123456', ['Asia/Kamchatka']],
    ['Kazakhstan', '+77272345678', ['Asia/Almaty']],
    ['Sydney', '+61292345678', ['Australia/Sydney']],
    ['Queensland and its border', '+61732345678', ['Australia/Brisbane', 'Australia/Sydney']],
    ['São Paulo, a mobile with its area code', '+5511912345678', ['America/Sao_Paulo']],
    ['Acre', '+556832345678', ['America/Rio_Branco']],
    ['the Canaries', '+34922123456', ['Atlantic/Canary']],
    ['Madrid', '+34912345678', ['Europe/Madrid']],
  ])('%s: %s', (_, phone, zones) => {
    expect(inferredZonesOf(phone)).toEqual(zones);
    expect(calleeZones(phone)).toEqual(zones);
  });

  test.each([
    ['Australian', '+61412345678', ['Australia/Perth', 'Australia/Lord_Howe']],
    ['Russian', '+79261234567', ['Europe/Kaliningrad', 'Asia/Kamchatka']],
    ['Spanish', '+34612345678', ['Atlantic/Canary', 'Europe/Madrid']],
    ['Indonesian', '+628123456789', ['Asia/Jakarta', 'Asia/Jayapura']],
  ])('a %s mobile number may be anywhere in the country', (_, phone, ends) => {
    expect(inferredZonesOf(phone)).toEqual(expect.arrayContaining(ends));
  });

  test('a mobile number of a country that shares its calling code is in none of the other', () => {
    expect(inferredZonesOf('+61412345678')).not.toContain('Indian/Cocos');
    expect(inferredZonesOf('+79261234567')).not.toContain('Asia/Almaty');
  });

  test.each([['+80012345678'], ['+999123456'], ['+18005550100'], ['+12115550100']])('%s tells none', (phone) => {
    expect(inferredZonesOf(phone)).toEqual([]);
  });

  test('no number tells none', () => expect(inferredZonesOf(null)).toEqual([]));
});

describe('the zones of a callee', () => {
  test("a contact's own zone outdoes the number's", () => {
    expect(calleeZones('+12125550100', 'Asia/Tokyo')).toEqual(['Asia/Tokyo']);
  });

  test('a number whose area code tells nothing is in every zone of its country', () => {
    const ends = ['America/New_York', 'America/Phoenix', 'America/Adak', 'Pacific/Honolulu'];
    expect(calleeZones('+12115550100')).toEqual(expect.arrayContaining(ends));
    expect(calleeZones('+18005550100')).toEqual(calleeZones('+12115550100'));
    const canadian = calleeZonesOf({ timezone: null, phone: '+16005550100', phone_country: 'CA' });
    expect(canadian).toEqual(expect.arrayContaining(['America/St_Johns', 'America/Vancouver']));
  });

  test('a number without a country, and a contact without a number, are in none', () => {
    expect(calleeZones('+80012345678')).toEqual([]);
    expect(calleeZonesOf({ timezone: null, phone: null, phone_country: null })).toEqual([]);
  });

  test('every country of the numbering plans has zones', () => {
    for (const country of getCountries() as CountryCode[])
      expect([country, calleeZones(getExampleNumber(country, examples)?.number ?? '')]).not.toEqual([country, []]);
  });
});

test('the runtime knows every zone of the table, and no prefix has two lists', () => {
  const words = `${ZONES_OF_PREFIXES} ${ZONES_OF_COUNTRIES}`.trim().split(/\s+/);
  const zones = words.filter((word) => word.endsWith(':')).flatMap((word) => word.slice(0, -1).split('+'));
  expect(zones.filter((zone) => !isKnownTimezone(zone))).toEqual([]);
  const prefixes = words.filter((word) => /^\d+$/.test(word));
  expect(prefixes.length).toBeGreaterThan(900);
  expect(new Set(prefixes).size).toBe(prefixes.length);
});
