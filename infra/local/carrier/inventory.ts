import { type CountryCode, getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';

/**
 * For tests: no search offers numbers with this ending, but they are for sale. The first order is executed but gets no
 * reply.
 */
const UNREPLIED_SALE_ENDING = '0408';

/** Numbers end in 1000 to 9999, so none ends in the digits that steer the simulation. */
const FIRST_ENDING = 1_000;
const ENDINGS = 9_000;
/** Coprime to `ENDINGS`, so that steps visit every ending once, in an order that does not look like counting. */
const ENDING_STEP = 7_919;

const AREA_CODES: Partial<Record<string, string[]>> = {
  US: ['212', '310', '415', '512', '617', '702', '303', '206'],
  CA: ['416', '604', '514', '403', '613', '902'],
};
const EXCHANGE = '555';
const AREA_CODE = /^[2-9]\d{2}$/;

interface InventorySearch {
  countryCode: string;
  areaCode?: string | undefined;
  numberType: 'local' | 'toll-free';
}

interface InventoryNumber {
  phone_number: string;
  /** USD, decimal string. */
  monthly_price: string;
  setup_price: string;
  features: string[];
}

const isCountry = (code: string): code is CountryCode => getCountries().includes(code as CountryCode);

/** A country's example number without its last four digits, E.164. */
const nationalPrefix = (country: CountryCode): string => {
  const example = getExampleNumber(country, examples)?.number;
  return example ? example.slice(0, -4) : `+${getCountryCallingCode(country)}2${EXCHANGE}`;
};

const tollFreePrefix = (country: CountryCode): string => `+${getCountryCallingCode(country)}800${EXCHANGE}`;

/** The prefixes (all but the last four digits) that match a search; none for an unknown country or area code. */
const prefixesFor = ({ countryCode, areaCode, numberType }: InventorySearch): string[] => {
  const country = countryCode.toUpperCase();
  if (!isCountry(country)) return [];
  if (numberType === 'toll-free') return [tollFreePrefix(country)];
  const areaCodes = AREA_CODES[country];
  if (!areaCodes) return areaCode ? [] : [nationalPrefix(country)];
  if (!areaCode) return areaCodes.map((code) => `+1${code}${EXCHANGE}`);
  return AREA_CODE.test(areaCode) ? [`+1${areaCode}${EXCHANGE}`] : [];
};

const numberAt = (prefix: string, index: number): string =>
  `${prefix}${FIRST_ENDING + ((index * ENDING_STEP) % ENDINGS)}`;

/** Unsold numbers that match the search, always in the same order. */
export const searchInventory = (
  search: InventorySearch,
  limit: number,
  isSold: (phoneNumber: string) => boolean,
): InventoryNumber[] => {
  const prefixes = prefixesFor(search);
  const price = search.numberType === 'toll-free' ? '2.00' : '1.00';
  const found: InventoryNumber[] = [];
  for (let index = 0; index < ENDINGS; index += 1) {
    for (const prefix of prefixes) {
      if (found.length >= limit) return found;
      const phoneNumber = numberAt(prefix, index);
      if (isSold(phoneNumber)) continue;
      found.push({ phone_number: phoneNumber, monthly_price: price, setup_price: '0.00', features: ['voice', 'sms'] });
    }
  }
  return found;
};

const NORTH_AMERICAN = new RegExp(`^\\+1[2-9]\\d{2}${EXCHANGE}$`);

let knownPrefixes: Set<string> | undefined;
const otherPrefixes = (): Set<string> => {
  knownPrefixes ??= new Set(getCountries().flatMap((country) => [nationalPrefix(country), tollFreePrefix(country)]));
  return knownPrefixes;
};

/** Whether the first order of a number is answered; a repeated one always is. */
export const repliesToFirstOrder = (phoneNumber: string): boolean => !phoneNumber.endsWith(UNREPLIED_SALE_ENDING);

/** Whether this number can be for sale. */
export const isInInventory = (phoneNumber: string): boolean => {
  const prefix = phoneNumber.slice(0, -4);
  const ending = phoneNumber.slice(-4);
  if (!/^[1-9]\d{3}$/.test(ending) && ending !== UNREPLIED_SALE_ENDING) return false;
  return NORTH_AMERICAN.test(prefix) || otherPrefixes().has(prefix);
};
