import { plain, told, unwrapped } from '#functions/dashboard/site/import/reading/cell-text.ts';
import { isKnownTimezone } from '#shared/domain/campaign/call-window.ts';
import { headerWord } from './contact-fields.ts';

/** A value, or in words why the cell holds none that can be used. Undefined: the cell is empty. */
export type CellValue<Value> = { value: Value | undefined; problem?: undefined } | { problem: string };

const EMPTY = { value: undefined };

/** A text without the white space around it. */
export const readText = (cell: string): CellValue<string> => ({ value: unwrapped(cell) || undefined });

/** A text as it is, white space included. */
export const readLongText = (cell: string): CellValue<string> => (cell.trim() === '' ? EMPTY : { value: cell });

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const EMAIL_MAX_CHARS = 500;
const MAIL_LINK = /^mailto:/i;

/** An address; the service judges it more closely. */
export const readEmail = (cell: string): CellValue<string> => {
  const text = plain(cell).replace(MAIL_LINK, '');
  if (text === '') return EMPTY;
  return text.length <= EMAIL_MAX_CHARS && EMAIL.test(text)
    ? { value: text }
    : { problem: `${told(text)} is not an email address.` };
};

const YES: readonly string[] = [
  'yes',
  'y',
  'true',
  't',
  '1',
  'x',
  'on',
  'ja',
  'j',
  'wahr',
  'oui',
  'o',
  'vrai',
  'si',
  's',
  'verdadero',
  '✓',
  '✔',
];
const NO: readonly string[] = ['no', 'n', 'false', 'f', '0', 'off', 'nein', 'falsch', 'non', 'faux', 'falso'];

/** Spreadsheets write 1 as `1.0`. */
const FRACTION = /[.,]0$/;

/** Yes or no in words, letters, digits or ticks. */
export const readYesNo = (cell: string): CellValue<boolean> => {
  const text = plain(cell);
  if (text === '') return EMPTY;
  const word = headerWord(text.replace(FRACTION, '')) || text;
  if (YES.includes(word)) return { value: true };
  if (NO.includes(word) || text === '-') return { value: false };
  return { problem: `${told(text)} is neither yes nor no.` };
};

const ZONE_MAX_CHARS = 100;

/** A zone of the IANA database. */
export const readTimezone = (cell: string): CellValue<string> => {
  const text = plain(cell).replaceAll(' ', '_');
  if (text === '') return EMPTY;
  return text.length <= ZONE_MAX_CHARS && isKnownTimezone(text)
    ? { value: text }
    : { problem: `${told(cell)} is not a time zone such as America/New_York or Europe/Berlin.` };
};

/** An entry in quote marks, as an export writes one that holds a separator, or whatever stands between separators. */
const TAG = /\s*"([^"]*(?:""[^"]*)*)"\s*(?=[,;|\r\n]|$)|[^,;|\r\n]+/g;

/** Tags between commas, semicolons, bars or line breaks, each once. */
export const readTags = (cell: string): CellValue<string[]> => {
  const entries = [...unwrapped(cell).matchAll(TAG)].map(
    ([all, quoted]) => quoted?.replaceAll('""', '"') ?? all.trim(),
  );
  const tags = [...new Set(entries.filter((entry) => entry !== ''))];
  return { value: tags.length > 0 ? tags : undefined };
};
