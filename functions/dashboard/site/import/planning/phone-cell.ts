import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { plain, told } from '#functions/dashboard/site/import/reading/cell-text.ts';

/** What a cell holds: a number, nothing, or something else with what is wrong in words. */
export type PhoneCell =
  | { is: 'number'; phone: string; lostPlus: boolean }
  | { is: 'empty' }
  | { is: 'wrong'; problem: string };

/** The country of numbers without a country code: ISO 3166-1 alpha-2, and its name for words. */
export interface NumberCountry {
  code: string;
  name: string;
}

/** The form in which the service takes numbers. */
const E164 = /^\+[1-9][0-9]{6,14}$/;

/** `1.41555E+10`, also with a decimal comma. */
const ROUNDED = /^\+?\d+(?:[.,]\d*)?e\+?\d+$/i;
/** `14155550100.0`: a number that a program wrote as a fraction. */
const FRACTION = /^(\+?\d{7,})[.,]0+$/;
const EXTENSION = /(?:ext(?:ension)?\.?|x|#|;ext=|durchwahl|dw\.?|poste|anexo)\s*:?\s*\d+$/i;
const LINK = /^(?:tel|callto|phone|phone number|mobile|telefon|tel\.):?\s*(?=[+\d(])/i;
const SEVERAL = /\d[^\d]*(?:[,;|]|\s\/\s|\n|\bor\b|\boder\b|\bou\b)[^\d]*\d/i;
const WRITTEN = /^(?=.*\d)\+?[\d\s().\-/\u2010-\u2015·]+$/;
/** The trunk digit that is not dialled from abroad: `+49 (0) 30`. */
const TRUNK_IN_BRACKETS = /^(\+\s*\d{1,3}[\s.-]*)\(0\)/;

/** Fewer digits without a plus sign are rather a national number. */
const LOST_PLUS_DIGITS_MIN = 11;
/** Brazil's own numbers have up to eleven digits, and one of its area codes is the code of the country. */
const BRAZIL = { code: '55', lostPlusDigitsMin: 12 };
/** Longer cells hold something else; patterns are tried on short texts only. */
const CELL_MAX_CHARS = 100;
const NORTH_AMERICAN_CODE = '1';
const NO_NORTH_AMERICAN_AREA = /^\+1[01]/;

const wrong = (problem: string): PhoneCell => ({ is: 'wrong', problem });

const digitIn = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  const zero = code >= 0x06f0 ? 0x06f0 : 0x0660;
  return String(code - zero);
};
const withLatinDigits = (text: string): string => text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digitIn);

const tidy = (cell: string): string =>
  withLatinDigits(plain(cell))
    .replace(/^'+/, '')
    .trim()
    .replace(LINK, '')
    .replace(FRACTION, '$1')
    .replace(TRUNK_IN_BRACKETS, '$1');

const problemOfForm = (text: string): string | null => {
  if (text.length > CELL_MAX_CHARS) return `${told(text)} is not a phone number.`;
  if (ROUNDED.test(text)) {
    return `Excel has rounded this number to ${told(text)}. Format the column as text, and export it again from where it came.`;
  }
  if (EXTENSION.test(text))
    return `${told(text)} has an extension, which cannot be dialled. Put it into another column.`;
  if (SEVERAL.test(text))
    return `${told(text)} holds more than one number. Keep one, and put another into a column of its own.`;
  return WRITTEN.test(text) ? null : `${told(text)} is not a phone number.`;
};

const parsed = (text: string, country?: string): PhoneNumber | undefined => {
  const options = { extract: false, ...(country && { defaultCountry: country as CountryCode }) };
  return parsePhoneNumberFromString(text, options);
};

const codeOf = (country: string): string | undefined =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : undefined;

const ifE164 = (phone: string | undefined): string | null => (phone !== undefined && E164.test(phone) ? phone : null);

/** The number behind `00`, `011`, or what else is dialled for abroad in the country. */
const fromAbroad = (digits: string, country: string | null): string | null => {
  const own = country === null ? undefined : codeOf(country);
  if (digits.startsWith('00')) {
    const number = country === null ? undefined : parsed(digits, country);
    const isOtherCountry = number && number.countryCallingCode !== own && number.isPossible();
    return ifE164(isOtherCountry ? number.number : `+${digits.slice(2)}`);
  }
  const isNorthAmerican = own === undefined || own === NORTH_AMERICAN_CODE;
  return digits.startsWith('011') && isNorthAmerican ? ifE164(`+${digits.slice(3)}`) : null;
};

/** The international number whose plus sign was lost on its way through a spreadsheet. */
const withPlus = (digits: string): string | null => {
  if (digits.startsWith('0')) return null;
  const number = parsed(`+${digits}`);
  return number?.isPossible() && number.isValid() ? ifE164(number.number) : null;
};

const ofCountry = (digits: string, country: string): string | null => {
  const number = parsed(digits, country);
  if (!number?.isPossible() || NO_NORTH_AMERICAN_AREA.test(number.number)) return null;
  return ifE164(number.number);
};

const found = (phone: string, lostPlus = false): PhoneCell => ({ is: 'number', phone, lostPlus });

/** A number without a country code by the chosen country, or one that has lost its plus sign. */
const national = (digits: string, country: NumberCountry | null, text: string): PhoneCell => {
  const own = country && codeOf(country.code);
  const digitsMin = own === BRAZIL.code ? BRAZIL.lostPlusDigitsMin : LOST_PLUS_DIGITS_MIN;
  const international = digits.length >= digitsMin ? withPlus(digits) : null;
  if (international && (!own || digits.startsWith(own))) return found(international, true);
  const phone = country && ofCountry(digits, country.code);
  if (phone) return found(phone);
  if (international) return found(international, true);
  return wrong(
    country
      ? `${told(text)} is no number of ${country.name}, nor one with a country code.`
      : `${told(text)} has no country code. Choose the country of such numbers, or write it as +1… or +49….`,
  );
};

/** The number in a cell, in E.164 form. */
export const readPhone = (cell: string, country: NumberCountry | null): PhoneCell => {
  const text = cell.trim().length > CELL_MAX_CHARS ? cell.trim() : tidy(cell);
  if (text === '') return { is: 'empty' };
  const problem = problemOfForm(text);
  if (problem !== null) return wrong(problem);
  const digits = text.replace(/\D/g, '');
  if (text.startsWith('+')) {
    const phone = ifE164(`+${digits}`);
    return phone ? found(phone) : wrong(`${told(text)} is not a phone number with a country code.`);
  }
  const abroad = fromAbroad(digits, country?.code ?? null);
  return abroad ? found(abroad) : national(digits, country, text);
};
