import { COUNTRIES } from '#shared/domain/phone-number/countries.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });
const collator = new Intl.Collator('en');

/** A country by name: `FR` as `France`. */
export const countryName = (code: string): string => names.of(code) ?? code;

/** Countries in the order of their names. */
export const byName = (codes: readonly string[]): string[] =>
  [...codes].sort((one, other) => collator.compare(countryName(one), countryName(other)));

/** Every country, as a choice. */
export const COUNTRY_CHOICES = byName(COUNTRIES).map((value) => ({ value, words: countryName(value) }));
