import type { TranscriptLine } from '#shared/domain/conversation/utterances.ts';

/** A line as it is kept: role, epoch milliseconds, text. */
type KeptLine = [role: string, atMs: number, text: string];

/** Lines as JSON text, in a third less space than their names would take. */
export const toWords = (lines: readonly TranscriptLine[]): string =>
  JSON.stringify(lines.map(({ role, at, text }): KeptLine => [role, Date.parse(at), text]));

export const fromWords = (words: string): TranscriptLine[] =>
  (JSON.parse(words) as KeptLine[]).map(([role, atMs, text]) => ({ role, text, at: new Date(atMs).toISOString() }));

const isSame = (one: TranscriptLine, other: TranscriptLine | undefined): boolean =>
  one === other || (one.role === other?.role && one.text === other.text && one.at === other.at);

/** Whether the first `count` lines are still what they were. */
export const beginsAs = (before: readonly TranscriptLine[], after: readonly TranscriptLine[], count: number): boolean =>
  before.slice(0, count).every((line, index) => isSame(line, after[index]));
