import { describe, expect, test } from '@jest/globals';
import { byName, countryName } from '#functions/dashboard/site/format/countries.ts';
import { countriesLike } from '#functions/dashboard/site/settings/dialing/country-words.ts';
import { COUNTRIES } from '#shared/domain/phone-number/countries.ts';

describe('The countries of the dialing settings', () => {
  test('all have a name', () => expect(COUNTRIES.filter((code) => countryName(code) === code)).toEqual([]));

  test('are listed by name', () => expect(byName(['US', 'DE', 'FR'])).toEqual(['FR', 'DE', 'US']));

  test('are found by the beginning of a word of their name, whatever its case and accents', () => {
    expect(countriesLike('germ', [])).toEqual(['DE']);
    expect(countriesLike('cote', [])).toEqual(['CI']);
    expect(countriesLike('KINGDOM', [])).toEqual(['GB']);
  });

  test('are found by their code, which comes first', () => expect(countriesLike('de', [])[0]).toBe('DE'));

  test('are not proposed again once they are chosen', () => expect(countriesLike('germany', ['DE'])).toEqual([]));

  test('are all proposed while nothing is typed', () => expect(countriesLike('', [])).toHaveLength(COUNTRIES.length));
});
