import { statusWords } from '#functions/dashboard/site/format/words.ts';
import { isQuote } from '#shared/domain/extraction/extraction-rules.ts';

/** Something that was found out on a call, and the words that prove it. */
export interface Finding {
  label: string;
  value: string;
  /** The value is a moment, ISO 8601. */
  isMoment: boolean;
  /** Empty where none was kept. */
  quote: string;
}

export interface FindingGroup {
  title: string;
  findings: Finding[];
}

/** Lines of a transcript, the last one included. */
export interface LineRange {
  first: number;
  last: number;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => {
  if (value === true) return 'Yes';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
};

const findingOf = (label: string, found: unknown, isMoment = false): Finding[] => {
  if (!isFields(found) || found.value === undefined) return [];
  const quote = typeof found.evidence === 'string' ? found.evidence : '';
  return [{ label, value: textOf(found.value), isMoment, quote }];
};

const groupOf = (title: string, fields: unknown): FindingGroup => ({
  title,
  findings: isFields(fields)
    ? Object.entries(fields).flatMap(([name, found]) => findingOf(statusWords(name), found))
    : [],
});

/** The findings of a call by what they are about; groups without any are left out. */
export const findingGroups = (extracted: Record<string, unknown> | null): FindingGroup[] => {
  const { contact, company, custom_fields, do_not_call, callback_at } = extracted ?? {};
  const wishes = {
    title: 'Wishes',
    findings: [
      ...findingOf('Not to be called again', do_not_call),
      ...findingOf('To be called back', callback_at, true),
    ],
  };
  return [
    wishes,
    groupOf('Contact', contact),
    groupOf('Company', company),
    groupOf('Other facts', custom_fields),
  ].filter(({ findings }) => findings.length > 0);
};

export const asksForCallback = (extracted: Record<string, unknown> | null): boolean =>
  findingOf('', extracted?.callback_at).length > 0;

interface SpokenLine {
  role: string;
  text: string;
}

const saidIn = (lines: readonly SpokenLine[], first: number, last: number, quote: string): boolean => {
  const text = lines
    .slice(first, last + 1)
    .map((line) => line.text)
    .join(' ');
  return isQuote(quote, [text]);
};

/** Where the other party goes on over several lines, from this one on. */
const endOfTurn = (lines: readonly SpokenLine[], first: number): number => {
  const next = lines.findIndex(({ role }, at) => at > first && role === 'assistant');
  return (next === -1 ? lines.length : next) - 1;
};

/**
 * The lines in which the other party says a quote: one, or several in a row, because speech-to-text cuts sentences.
 * Null if no line is kept that says it.
 */
export const linesOfQuote = (lines: readonly SpokenLine[], quote: string): LineRange | null => {
  const theirs = lines.flatMap(({ role }, at) => (role === 'assistant' ? [] : [at]));
  const single = theirs.find((at) => saidIn(lines, at, at, quote));
  if (single !== undefined) return { first: single, last: single };
  const first = theirs.findLast((at) => saidIn(lines, at, endOfTurn(lines, at), quote));
  if (first === undefined) return null;
  const last = theirs.find((at) => at > first && saidIn(lines, first, at, quote));
  return { first, last: last ?? first };
};
