/** A file as people have it: with what goes wrong in spreadsheets, and with what somebody put in to do harm. */

const BYTE_ORDER_MARK = '\uFEFF';

export const TOTAL = 1200;
/** The first rows have numbers of contacts that the team has. */
export const KNOWN = 15;
const ROUNDED = { from: 100, count: 5 };
const DOUBLED = { from: 200, count: 10 };
const HOSTILE_FROM = 210;
const TOO_LONG_AT = 300;
const SURPLUS_AT = 301;
/** Rows before name no company; those behind name one or the other. */
const COMPANY_FROM = 400;

export const FAILED = ROUNDED.count + 2;
export const DUPLICATES = KNOWN + DOUBLED.count;
/** How many contacts each company has in the end, those that were there before aside. */
export const CREATED_OF = {
  chosen: COMPANY_FROM - DUPLICATES - FAILED,
  existing: (TOTAL - COMPANY_FROM) / 2,
  other: (TOTAL - COMPANY_FROM) / 2,
};

export const HOSTILE_NAMES = [
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("http://localhost/";"x")',
  '\u202eשלום מרחבא',
  '👩‍🚀🧨',
];

/** Of a row that has a number of its own. */
export const numberAt = (at: number): string => `+1415555${1000 + at}`;

export const hostileNumbers = HOSTILE_NAMES.map((_, index) => numberAt(HOSTILE_FROM + index));

const isIn = ({ from, count }: { from: number; count: number }, at: number): boolean => at >= from && at < from + count;

const TOO_LONG = 'x'.repeat(201);
const ROUNDED_NUMBER = '1.41555E+10';

/** A number as people write it at home. */
const nationalAt = (at: number): string => {
  const line = String(1000 + at);
  const ways = [`(415) 555-${line}`, `415.555.${line}`, `415 555 ${line}`, `+1415555${line}`, `1415555${line}`];
  return ways[at % ways.length] ?? line;
};

const phoneAt = (at: number): string => {
  if (isIn(ROUNDED, at)) return ROUNDED_NUMBER;
  return nationalAt(isIn(DOUBLED, at) ? at - DOUBLED.count : at);
};

const firstNameAt = (at: number): string =>
  at === TOO_LONG_AT ? TOO_LONG : (HOSTILE_NAMES[at - HOSTILE_FROM] ?? `Person ${at}`);

const companyAt = (at: number): string => {
  if (at < COMPANY_FROM) return '';
  return at % 2 === 0 ? 'ACME ' : 'Nova & Söhne';
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const lineAt = (at: number): string => {
  const plan = at % 2 === 0 ? 'gold' : '';
  const cells = [quoted(firstNameAt(at)), 'Müller', phoneAt(at), `p${at}@example.com`, companyAt(at), `${at}`, plan];
  return (at === SURPLUS_AT ? [...cells, 'too much'] : cells).join(';');
};

/** 1,200 people, as a spreadsheet in German saves them. */
export const HARD_FILE = [
  `${BYTE_ORDER_MARK}Vorname;Surname;Mobile Number;E-Mail;Organisation;Score;Plan tier`,
  ...Array.from({ length: TOTAL }, (_, at) => lineAt(at)),
].join('\r\n');

/** The failed rows, as somebody corrects them in a spreadsheet. */
export const corrected = (failedRows: string): string => {
  let at = ROUNDED.from;
  return failedRows
    .replaceAll(`,${ROUNDED_NUMBER},`, () => `,${numberAt(at++)},`)
    .replace(`\n${TOO_LONG},`, '\nXavier,');
};
