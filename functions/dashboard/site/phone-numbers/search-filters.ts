import { COUNTRY_CHOICES, countryName } from '#functions/dashboard/site/format/countries.ts';
import type { InputOf } from '#shared/client/client.ts';

type Filters = InputOf<'searchPhoneNumbers'>['filters'];

/** The search form's values. */
export interface SearchValues {
  country: string;
  areaCode: string;
  type: string;
}

const FIRST_COUNTRY = 'US';
const AREA_CODE_COUNTRIES: readonly string[] = ['US', 'CA'];

/** Every country by its name, the one that is searched most first. */
export const SEARCH_COUNTRIES = [
  ...COUNTRY_CHOICES.filter(({ value }) => value === FIRST_COUNTRY),
  ...COUNTRY_CHOICES.filter(({ value }) => value !== FIRST_COUNTRY),
];

export const TYPE_CHOICES = [
  { value: 'local', words: 'Local' },
  { value: 'toll-free', words: 'Toll-free' },
];

export const hasAreaCodes = (country: string): boolean => AREA_CODE_COUNTRIES.includes(country);

const oneOf = (choices: readonly { value: string }[], value: string | undefined): string | undefined =>
  choices.find((choice) => choice.value === value)?.value;

/** The form's values from the address. */
export const valuesIn = (query: Record<string, string>): SearchValues => ({
  country: oneOf(SEARCH_COUNTRIES, query.country) ?? FIRST_COUNTRY,
  areaCode: query.areaCode ?? '',
  type: oneOf(TYPE_CHOICES, query.type) ?? 'local',
});

/** What is searched for. An area code counts only where there are any. */
export const filtersOf = ({ country, areaCode, type }: SearchValues): Filters => ({
  countryCode: country,
  numberType: type === 'toll-free' ? 'toll-free' : 'local',
  ...(hasAreaCodes(country) && areaCode.trim() !== '' && { areaCode: areaCode.trim() }),
});

/** The search in words: `Canada, area code 416`. */
export const searchWords = (values: SearchValues): string => {
  const { areaCode, numberType } = filtersOf(values);
  const kind = numberType === 'toll-free' ? ', toll-free' : '';
  const area = areaCode === undefined ? '' : `, area code ${areaCode}`;
  return `${countryName(values.country)}${area}${kind}`;
};
