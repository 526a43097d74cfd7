import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { effectiveCountries } from '#shared/domain/account/dialing-settings.ts';
import { COUNTRIES } from '#shared/domain/phone-number/countries.ts';
import { destinationProblem, ownCountryOf } from '#shared/domain/phone-number/destinations.ts';
import { NUMBER_KINDS, type Numbering, type NumberKind } from '#shared/domain/phone-number/numbering.ts';

const country = fc.constantFrom(...COUNTRIES);
const countries = fc.uniqueArray(country, { maxLength: 12 });
const allowing = (allowed_countries: string[] | null, own_countries: string[] = []) => ({
  allowed_countries,
  own_countries,
});
const ordinary = (of: string | null): Numbering => ({ country: of, kind: 'ordinary' });

const NORTH_AMERICA = ['CA', 'US'];
const DIALLED: readonly NumberKind[] = ['ordinary', 'toll_free'];

describe('the countries that may be called', () => {
  test('are those that are set, else those of the own numbers; US and CA imply each other', () => {
    expect(effectiveCountries(null, [])).toEqual([]);
    expect(effectiveCountries(null, ['GB', 'US'])).toEqual(['CA', 'GB', 'US']);
    expect(effectiveCountries(['CA'], ['GB'])).toEqual(['CA', 'US']);
    expect(effectiveCountries([], ['GB'])).toEqual([]);
  });
});

describe('a number', () => {
  test('of an ordinary kind may be called if, and only if, its country is allowed or its neighbour is', () => {
    fc.assert(
      fc.property(country, countries, (of, allowed) => {
        const isAllowed =
          allowed.includes(of) || (NORTH_AMERICA.includes(of) && NORTH_AMERICA.some((each) => allowed.includes(each)));
        expect(destinationProblem(ordinary(of), allowing(allowed)) === null).toBe(isAllowed);
        expect(destinationProblem(ordinary(of), allowing(null, allowed)) === null).toBe(isAllowed);
      }),
    );
  });

  test('of any other kind is never called, whatever is allowed; a toll-free one always, unless nobody may be', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NUMBER_KINDS), fc.option(country), countries, (kind, of, allowed) => {
        const problem = destinationProblem({ country: of, kind }, allowing([...allowed, ...(of ? [of] : [])]));
        if (!DIALLED.includes(kind)) expect(problem).toMatch(/never called, and no setting changes that/);
        if (kind === 'toll_free') expect(problem === null).toBe(allowed.length > 0 || of !== null);
      }),
    );
  });

  test('that is not allowed is explained by the rule, what it is set to, and who may change it', () => {
    expect(destinationProblem(ordinary('DE'), allowing(['US']))).toBe(
      'calls to DE are not allowed: allowed_countries is ["US"], which allows CA, US; a key with the role "full" may ' +
        'change that with PATCH /api/settings/dialing',
    );
    expect(destinationProblem(ordinary('DE'), allowing(null, ['US']))).toContain(
      "allowed_countries is null, so the account's own active numbers allow CA, US;",
    );
    expect(destinationProblem(ordinary('DE'), allowing([]))).toContain('which allows no country;');
    expect(destinationProblem({ country: 'US', kind: 'premium_rate' }, allowing(['US']))).toBe(
      'premium-rate numbers are never called, and no setting changes that',
    );
  });
});

test('an own toll-free number counts as one of the US, any other as one of its country', () => {
  expect(ownCountryOf({ country: 'GB', kind: 'toll_free' })).toBe('US');
  expect(ownCountryOf({ country: null, kind: 'toll_free' })).toBe('US');
  expect(ownCountryOf(ordinary('GB'))).toBe('GB');
  expect(ownCountryOf({ country: null, kind: 'unknown' })).toBeNull();
});
