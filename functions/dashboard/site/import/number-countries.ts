import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import type { NumberCountry } from './phone-cell.ts';

export interface ChoosableCountry extends NumberCountry {
  /** Digits after the plus sign, such as `49`. */
  callingCode: string;
}

/** The countries that national numbers may be of, by name. */
export const numberCountries = (language = 'en'): ChoosableCountry[] => {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, callingCode: getCountryCallingCode(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
};
