import type { ChunkOutcome, EntryResult } from './import-run.ts';

/** What came back for a request. `body` is parsed JSON where it is JSON, else text. */
export interface SendAnswer {
  status: number;
  /** From the `Retry-After` header; null where there is none. */
  retryAfterSeconds: number | null;
  body: unknown;
}

/** What an answer means for its request. */
export type Verdict =
  | { is: 'answered'; outcome: ChunkOutcome }
  /** The same request may be answered otherwise in a while. `isLasting`: or this is its answer. */
  | { is: 'again'; words: string; afterMs: number | null; isLasting: boolean }
  /** Nothing further can be sent for now. */
  | { is: 'stop'; words: string }
  | { is: 'refused'; words: string };

/** Reads a success; null where the body does not tell of every entry. */
export type OutcomeReader = (body: unknown, entries: number) => ChunkOutcome | null;

const SECOND_MS = 1_000;
const NO_SENSE = 'The service sent an answer that does not tell of every row.';
const SESSION_ENDED = 'The session has ended. Sign in, and go on with the import.';
const NOT_ALLOWED = 'Your API key may not do this. Someone with a key of the role "operate" or "full" can.';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const errorOf = (body: unknown): string | null =>
  isRecord(body) && typeof body.error === 'string' && body.error !== '' ? body.error : null;

const refusalOf = ({ status, body }: SendAnswer): string => {
  const error = errorOf(body) ?? `The service answered with status ${status}.`;
  return error === 'Forbidden' ? NOT_ALLOWED : error;
};

/** What a request's answer means. */
export const verdictOn = (answer: SendAnswer, entries: number, read: OutcomeReader): Verdict => {
  const { status, retryAfterSeconds } = answer;
  const afterMs = retryAfterSeconds === null ? null : retryAfterSeconds * SECOND_MS;
  if (status >= 200 && status < 300) {
    const outcome = read(answer.body, entries);
    return outcome ? { is: 'answered', outcome } : { is: 'again', words: NO_SENSE, afterMs, isLasting: false };
  }
  if (status === 401) return { is: 'stop', words: SESSION_ENDED };
  if (status === 403) return { is: 'stop', words: refusalOf(answer) };
  if (status === 409) return { is: 'again', words: refusalOf(answer), afterMs, isLasting: true };
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return { is: 'again', words: refusalOf(answer), afterMs, isLasting: false };
  }
  return { is: 'refused', words: refusalOf(answer) };
};

/** The entries' results in their order; null unless there is exactly one for each. */
const resultsOf = (body: unknown, entries: number): Record<string, unknown>[] | null => {
  if (!isRecord(body) || !Array.isArray(body.results) || body.results.length !== entries) return null;
  const results = body.results.filter(isRecord).toSorted((one, other) => Number(one.index) - Number(other.index));
  const isComplete = results.length === entries && results.every(({ index }, at) => index === at);
  return isComplete ? results : null;
};

const DUPLICATE = 'duplicate';
const NO_REASON = 'The service refused the row without a reason.';

const failure = (at: number, { error }: Record<string, unknown>): EntryResult => ({
  at,
  is: 'failed',
  reason: typeof error === 'string' && error !== '' ? error : NO_REASON,
});

const duplicate = (at: number, { duplicate_of }: Record<string, unknown>): EntryResult =>
  typeof duplicate_of === 'string'
    ? { at, is: 'duplicate', reason: `The contact ${duplicate_of} has this number already.`, contactId: duplicate_of }
    : { at, is: 'duplicate', reason: 'Another row has this number already.' };

/** An outcome by what is not a plain success among so many entries. */
export const outcomeOf = (entries: number, results: EntryResult[]): ChunkOutcome => {
  const duplicates = results.filter((result) => result.is === 'duplicate').length;
  return { created: entries - results.length, duplicates, failed: results.length - duplicates, results };
};

/** The outcome of a bulk request for contacts. */
export const contactOutcome: OutcomeReader = (body, entries) => {
  const all = resultsOf(body, entries);
  if (!all) return null;
  const results = all.flatMap((result, at) => {
    if (result.success === true) return [];
    return [result.error === DUPLICATE ? duplicate(at, result) : failure(at, result)];
  });
  return outcomeOf(entries, results);
};

/** The outcome of a bulk request for suppressions; those that were there already count as duplicates. */
export const suppressionOutcome: OutcomeReader = (body, entries) => {
  const all = resultsOf(body, entries);
  if (!all || !isRecord(body)) return null;
  const results = all.flatMap((result, at) => (result.success === true ? [] : [failure(at, result)]));
  const succeeded = entries - results.length;
  const present = typeof body.present === 'number' ? body.present : 0;
  const duplicates = Math.min(Math.max(0, present), succeeded);
  return { created: succeeded - duplicates, duplicates, failed: results.length, results };
};

/** A request that was refused as a whole: every entry fails in the service's words. */
export const refusedOutcome = (entries: number, words: string): ChunkOutcome =>
  outcomeOf(
    entries,
    Array.from({ length: entries }, (_, at) => ({ at, is: 'failed', reason: words })),
  );
