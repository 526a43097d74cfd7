import { sha256 } from '#functions/dashboard/site/import/reading/sha-256.ts';
import { pageSlices, type Slices, sliced } from '#functions/dashboard/site/import/reading/time-slices.ts';

/** One request. */
export interface Chunk {
  /** The Idempotency-Key: the same body of the same import has the same one. */
  key: string;
  /** The JSON to send, to the letter; under one key another body is refused. */
  body: string;
  /** Of each entry its row in the file. */
  rows: number[];
}

/** A row as it is sent. */
export interface Entry {
  row: number;
  value: object;
}

export interface ChunkRules {
  /** Entries in a request at most. */
  entriesMax: number;
  /** The fields of the body beside the list. */
  envelope: Record<string, unknown>;
  /** The field of the body that holds the entries. */
  list: string;
  /** Identifies this import: the keys of another one differ, so that importing a file again imports it again. */
  runId: string;
  slices?: Slices;
}

/** Below the 1 MB and the 50,000 values that the service takes, with room for the envelope. */
export const BODY_BUDGET_BYTES = 1000 * 1024;
export const LEAVES_BUDGET = 49_900;

/** Changes whenever bodies or keys are made otherwise. */
export const FORMAT_VERSION = 1;

interface Sized {
  row: number;
  json: string;
  bytes: number;
  leaves: number;
}

const encoder = new TextEncoder();

/** Values in an entry that hold no other ones. */
const leavesIn = (value: unknown): number => {
  if (value === null || typeof value !== 'object') return 1;
  const inside = Object.values(value);
  return inside.length === 0 ? 1 : inside.reduce<number>((sum, each) => sum + leavesIn(each), 0);
};

const sizeOf = ({ row, value }: Entry): Sized => {
  const json = JSON.stringify(value);
  return { row, json, bytes: encoder.encode(json).length + 1, leaves: leavesIn(value) };
};

const isTooLarge = ({ bytes, leaves }: Pick<Sized, 'bytes' | 'leaves'>): boolean =>
  bytes > BODY_BUDGET_BYTES || leaves > LEAVES_BUDGET;

/** Groups entries in their order; a group ends where one more entry would break a limit. */
const groupEntries = () => {
  const groups: Sized[][] = [];
  let sum = { bytes: 0, leaves: 0 };
  return {
    groups,
    add(entry: Sized, entriesMax: number): void {
      const next = { bytes: sum.bytes + entry.bytes, leaves: sum.leaves + entry.leaves };
      const last = groups.at(-1);
      if (last && last.length < entriesMax && !isTooLarge(next)) {
        last.push(entry);
        sum = next;
      } else {
        groups.push([entry]);
        sum = entry;
      }
    },
  };
};

/** The Idempotency-Key of a request. Requests of equal rows differ by where these are in the file. */
export const chunkKey = (runId: string, firstRow: number | undefined, body: string): Promise<string> =>
  sha256(JSON.stringify([FORMAT_VERSION, runId, firstRow, body]));

const chunkOf = async (group: readonly Sized[], { envelope, list, runId }: ChunkRules): Promise<Chunk> => {
  const start = JSON.stringify({ ...envelope, [list]: [] }).slice(0, -'[]}'.length);
  const body = `${start}[${group.map(({ json }) => json).join(',')}]}`;
  const rows = group.map(({ row }) => row);
  return { key: await chunkKey(runId, rows[0], body), body, rows };
};

const TOO_LARGE = 'The row is too large to be sent: it has more than 1 MB or too many values.';

/** Requests for entries, within all limits of the service, and the entries that no request can hold. */
export const chunkEntries = async (
  entries: Iterable<Entry>,
  rules: ChunkRules,
): Promise<{ chunks: Chunk[]; failed: { row: number; reason: string }[] }> => {
  const slice = sliced(rules.slices ?? pageSlices);
  const failed: { row: number; reason: string }[] = [];
  const { groups, add } = groupEntries();
  for (const entry of entries) {
    const sized = sizeOf(entry);
    if (isTooLarge(sized)) failed.push({ row: entry.row, reason: TOO_LARGE });
    else add(sized, rules.entriesMax);
    if (slice.isOver()) await slice.next();
  }
  const chunks: Chunk[] = [];
  for (const group of groups) {
    chunks.push(await chunkOf(group, rules));
    if (slice.isOver()) await slice.next();
  }
  return { chunks, failed };
};
