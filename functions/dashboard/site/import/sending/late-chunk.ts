import { CONTACTS_LIST } from './contact-chunks.ts';
import type { ChunkOutcome, EntryResult, RunChunk } from './import-run.ts';
import { outcomeOf } from './read-answer.ts';
import { chunkKey } from './request-chunks.ts';
import type { Exchange, Settled } from './send-chunks.ts';

const HOUR_MS = 3_600_000;
/** The service knows a request again for 24 hours; this leaves an hour for its clock and the way there. */
const KNOWN_FOR_MS = 23 * HOUR_MS;
/** How far the clocks of the page and the service may differ. */
const CLOCK_ERROR_MS = 600_000;

const UNKNOWN =
  'Its answer was lost more than a day ago, and without a phone number nobody can tell whether the contact was created. ' +
  'Look for it before you import this row again.';

export interface LatePorts {
  runId: string;
  nowMs(): number;
  /** When a contact was created, epoch milliseconds; null where it is unknown. */
  contactCreatedAtMs(contactId: string): Promise<number | null>;
}

interface Body {
  [CONTACTS_LIST]: { phone?: string }[];
}

const isOwn = async ({ contactId }: EntryResult, sentAtMs: number, ports: LatePorts): Promise<boolean> => {
  if (contactId === undefined) return false;
  const createdAtMs = await ports.contactCreatedAtMs(contactId).catch(() => null);
  return createdAtMs !== null && createdAtMs >= sentAtMs - CLOCK_ERROR_MS;
};

/** The results without duplicates of contacts that the lost request created itself. */
const withoutOwn = async ({ results }: ChunkOutcome, sentAtMs: number, ports: LatePorts): Promise<EntryResult[]> => {
  const others: EntryResult[] = [];
  for (const result of results) {
    if (result.is === 'failed' || !(await isOwn(result, sentAtMs, ports))) others.push(result);
  }
  return others;
};

const sendAgain = async (chunk: RunChunk, sentAtMs: number, exchange: Exchange, ports: LatePorts): Promise<Settled> => {
  const { [CONTACTS_LIST]: contacts, ...envelope } = JSON.parse(chunk.body) as Body;
  const places = contacts.flatMap(({ phone }, at) => (phone === undefined ? [] : [at]));
  const unknown = contacts.flatMap(({ phone }, at): EntryResult[] =>
    phone === undefined ? [{ at, is: 'failed', reason: UNKNOWN }] : [],
  );
  if (places.length === 0) return { outcome: outcomeOf(contacts.length, unknown) };
  const body = JSON.stringify({ ...envelope, [CONTACTS_LIST]: places.map((at) => contacts[at]) });
  const settled = await exchange({ body, key: await chunkKey(ports.runId, chunk.rows[0], body) }, places.length);
  if ('stop' in settled) return settled;
  const told = (await withoutOwn(settled.outcome, sentAtMs, ports)).map((result) => ({
    ...result,
    at: places[result.at] ?? result.at,
  }));
  return {
    outcome: outcomeOf(
      contacts.length,
      [...told, ...unknown].sort((one, other) => one.at - other.at),
    ),
  };
};

/**
 * Settles a request whose answer was lost so long ago that the service does not know it again. Rows with a number are
 * sent again, since no number gets two contacts; who was created by the lost request counts as created. Rows without a
 * number are not, lest they be created twice.
 */
export const settleLate =
  (ports: LatePorts) =>
  (chunk: RunChunk, exchange: Exchange): Promise<Settled> | null => {
    const { sentAtMs } = chunk;
    const isKnown = sentAtMs === null || ports.nowMs() - sentAtMs < KNOWN_FOR_MS;
    return isKnown ? null : sendAgain(chunk, sentAtMs, exchange, ports);
  };
