import { describe, expect, test } from '@jest/globals';
import {
  filtersOf,
  SEARCH_COUNTRIES,
  searchWords,
  valuesIn,
} from '#functions/dashboard/site/phone-numbers/search-filters.ts';
import { COUNTRIES } from '#shared/domain/phone-number/countries.ts';
import { SearchPhoneNumbersBody } from '#shared/schemas/phone-number.ts';

describe('the countries', () => {
  test('are all there, the United States first and the others by name', () => {
    const [first, ...others] = SEARCH_COUNTRIES;
    expect(first).toEqual({ value: 'US', words: 'United States' });
    expect(others.map(({ value }) => value).sort()).toEqual(COUNTRIES.filter((code) => code !== 'US'));
    const names = others.map(({ words }) => words);
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
  });

  test('are all accepted by a search', () => {
    const refused = SEARCH_COUNTRIES.filter(
      ({ value }) => !SearchPhoneNumbersBody.safeParse({ filters: { countryCode: value } }).success,
    );
    expect(refused).toEqual([]);
  });
});

describe('a search', () => {
  test('begins with local numbers of the United States', () => {
    expect(valuesIn({})).toEqual({ country: 'US', areaCode: '', type: 'local' });
  });

  test('is taken from the address, as far as that makes sense', () => {
    expect(valuesIn({ country: 'CA', areaCode: '416', type: 'toll-free' })).toEqual({
      country: 'CA',
      areaCode: '416',
      type: 'toll-free',
    });
    expect(valuesIn({ country: 'Atlantis', type: 'pigeon' })).toMatchObject({ country: 'US', type: 'local' });
  });

  test('asks for an area code where there are any', () => {
    const values = { country: 'CA', areaCode: ' 416 ', type: 'local' };
    expect(filtersOf(values)).toEqual({ countryCode: 'CA', numberType: 'local', areaCode: '416' });
    expect(filtersOf({ ...values, country: 'DE' })).toEqual({ countryCode: 'DE', numberType: 'local' });
    expect(filtersOf({ ...values, areaCode: '' })).toEqual({ countryCode: 'CA', numberType: 'local' });
  });

  test.each([
    [{ country: 'CA', areaCode: '416', type: 'local' }, 'Canada, area code 416'],
    [{ country: 'DE', areaCode: '416', type: 'local' }, 'Germany'],
    [{ country: 'US', areaCode: '', type: 'toll-free' }, 'United States, toll-free'],
  ])('%j is told as %j', (values, words) => {
    expect(searchWords(values)).toBe(words);
  });
});
