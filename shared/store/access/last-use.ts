import { keys, LAST_USE_PREFIX } from '#shared/store/keys.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import { absent, anyOf, below, type TableWriter } from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

/** When a token or a session was used last, true to a grain: within one grain it is written once. */
export interface LastUseRecord {
  used_at: string;
}

/** A use to be written down. */
export interface Use {
  /** The hash of the token or session. */
  hash: string;
  /** The beginning of its grain. */
  at: string;
  /** Epoch seconds after which nobody asks any more; never, if left out. */
  forgetAt?: number;
}

/** The partitions that hold last uses and nothing else, as IAM's patterns are written. */
export const LAST_USE_PARTITIONS = `${LAST_USE_PREFIX}*`;

export const lastUseKey = (hash: string): RecordKey<LastUseRecord> => keys.lastUse(hash);

/** The beginning of the grain in which a moment lies. */
const grainOf = (now: Date, grainMs: number): string =>
  new Date(Math.floor(now.getTime() / grainMs) * grainMs).toISOString();

/** The use that is to be written; undefined if its grain has one already. */
export const newUse = (
  hash: string,
  noted: LastUseRecord | undefined,
  { now, grainMs, forgetAt }: { now: Date; grainMs: number; forgetAt?: number },
): Use | undefined => {
  const at = grainOf(now, grainMs);
  return noted && noted.used_at >= at ? undefined : { hash, at, ...(forgetAt !== undefined && { forgetAt }) };
};

const NOTED_MAX = 1_000;

/** The grains that are noted already, as far as this instance has seen; of these it need not ask again. */
export class NotedGrains {
  readonly #latest = new Map<string, string>();

  has(hash: string, now: Date, grainMs: number): boolean {
    return this.#latest.get(hash) === grainOf(now, grainMs);
  }

  add(hash: string, { used_at }: LastUseRecord): void {
    this.#latest.delete(hash);
    this.#latest.set(hash, used_at);
    if (this.#latest.size > NOTED_MAX) this.#latest.delete(this.#latest.keys().next().value as string);
  }
}

/** Notes a use; of several in one grain the first wins, and the others leave it. */
export const noteUse = async (table: TableWriter, { hash, at, forgetAt }: Use): Promise<void> => {
  await succeeded(
    table.write({
      update: lastUseKey(hash),
      set: { used_at: at, [TTL_ATTRIBUTE]: forgetAt },
      when: [anyOf(absent('used_at'), below('used_at', at))],
    }),
  );
};
