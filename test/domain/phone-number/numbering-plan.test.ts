import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type CountryCode, getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { COUNTRIES } from '#shared/domain/phone-number/countries.ts';
import { NUMBER_KINDS, numberingsOf, withNumberings } from '#shared/domain/phone-number/numbering.ts';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';

const digits = (least: number, most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((each) => each.join(''));

/** Whatever the API takes for a phone number. */
const anyPhone = fc.tuple(fc.integer({ min: 1, max: 9 }), digits(6, 14)).map(([first, rest]) => `+${first}${rest}`);

describe('the numbering of a number', () => {
  test.each([
    ['+14155550100', 'US', 'ordinary'],
    ['+14165550100', 'CA', 'ordinary'],
    ['+18765550100', 'JM', 'ordinary'],
    ['+442079460001', 'GB', 'ordinary'],
    ['+4915112345678', 'DE', 'ordinary'],
    ['+38343201234', 'XK', 'ordinary'],
    ['+18005550100', 'US', 'toll_free'],
    ['+448081570000', 'GB', 'toll_free'],
    ['+80012345678', null, 'toll_free'],
    ['+19005550100', 'US', 'premium_rate'],
    ['+499001234567', 'DE', 'premium_rate'],
    ['+491801234567', 'DE', 'shared_cost'],
    ['+80812345678', null, 'shared_cost'],
    ['+15005550100', 'US', 'personal'],
    ['+447012345678', 'GB', 'personal'],
    ['+447640123456', 'GB', 'pager'],
  ])('%s is one of %s: %s', (phone, country, kind) => {
    expect(numberingOf(phone)).toEqual({ country, kind });
  });

  test.each(['+870', '+878', '+881', '+882', '+883', '+979'])('%s is an international network', (prefix) => {
    fc.assert(
      fc.property(digits(4, 11), (rest) => {
        expect(numberingOf(prefix + rest)).toEqual({ country: null, kind: 'international_network' });
      }),
    );
  });

  test('a North American number that no plan knows counts as one of the US; one of a known island does not', () => {
    expect(numberingOf('+12115550100')).toEqual({ country: 'US', kind: 'ordinary' });
    expect(numberingOf('+18760000000')).toEqual({ country: 'JM', kind: 'ordinary' });
  });

  test('another number that no plan knows has no country', () => {
    for (const phone of ['+999123456789', '+447700900123', '+441112223333'])
      expect(numberingOf(phone)).toEqual({ country: null, kind: 'unknown' });
  });

  test('a number too short for its country is a short number', () => {
    for (const phone of ['+1911000', '+1415555', '+4499900', '+911120'])
      expect(numberingOf(phone)).toEqual({ country: null, kind: 'short' });
  });

  test('digits after a North American number do not hide what it is', () => {
    const surplus = digits(1, 4);
    fc.assert(
      fc.property(surplus, (more) => {
        expect(numberingOf(`+19005550100${more}`).kind).toBe('premium_rate');
        expect(numberingOf(`+18765550100${more}`).country).toBe('JM');
      }),
    );
  });

  test('every number has a kind, and a country of the list or none; a North American one is never unknown', () => {
    fc.assert(
      fc.property(anyPhone, (phone) => {
        const { country, kind } = numberingOf(phone);
        expect(NUMBER_KINDS).toContain(kind);
        if (country !== null) expect(COUNTRIES).toContain(country);
        if (phone.startsWith('+1')) expect(kind).not.toBe('unknown');
        if (kind === 'ordinary') expect(country).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  test('an example of each country is an ordinary number of that country, or of one that shares its numbers', () => {
    for (const country of getCountries()) {
      const { country: found, kind } = numberingOf(getExampleNumber(country, examples)?.number ?? '');
      expect([country, kind]).toEqual([country, 'ordinary']);
      expect([country, getCountryCallingCode(found as CountryCode)]).toEqual([country, getCountryCallingCode(country)]);
    }
  });
});

test('every country of the numbering plans is a country that can be allowed', () => {
  expect(COUNTRIES).toEqual(expect.arrayContaining(getCountries()));
  expect(COUNTRIES).toHaveLength(252);
  expect(new Set(COUNTRIES).size).toBe(COUNTRIES.length);
});

describe('what is stored beside phones', () => {
  test('follows each phone that is given, and is cleared with it', () => {
    expect(numberingsOf({ phone: '+442079460001' }, numberingOf)).toEqual({
      phone_country: 'GB',
      phone_kind: 'ordinary',
    });
    expect(numberingsOf({ phone_secondary: null }, numberingOf)).toEqual({
      phone_secondary_country: null,
      phone_secondary_kind: null,
    });
    expect(numberingsOf({}, numberingOf)).toEqual({});
  });

  test('is there for both phones of a new contact', () => {
    expect(withNumberings({ phone: null, phone_secondary: '+18005550100' }, numberingOf)).toEqual({
      phone: null,
      phone_country: null,
      phone_kind: null,
      phone_secondary: '+18005550100',
      phone_secondary_country: 'US',
      phone_secondary_kind: 'toll_free',
    });
  });
});
