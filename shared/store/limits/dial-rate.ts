import { keys, type Pool } from '#shared/store/keys.ts';
import { absent, anyOf, below, type TableReader, type UpdateOperation } from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

const DIALS_KEPT_SECONDS = 3600;

/** The dials of one second, over all holders and of each: campaigns of an account, or accounts on the connection. */
export interface DialsInSecond {
  epochSecond: number;
  dials: number;
  of: ReadonlyMap<string, number>;
}

const HOLDER_PREFIX = 'of_';
const fieldOf = (holder: string): string => `${HOLDER_PREFIX}${holder}`;

/** The dials that are reserved of each second, in the order of the seconds. */
export const readDials = async (
  table: TableReader,
  wanted: { pool: Pool; epochSecond: number }[],
): Promise<DialsInSecond[]> => {
  const found = await table.getMany<Record<string, number>>(
    wanted.map(({ pool, epochSecond }) => keys.dialsInSecond(pool, epochSecond)),
  );
  return wanted.map(({ epochSecond }, at) => {
    const fields = Object.entries(found[at] ?? {}).filter(([field]) => field.startsWith(HOLDER_PREFIX));
    const of = new Map(fields.map(([field, dials]) => [field.slice(HOLDER_PREFIX.length), Number(dials)]));
    return { epochSecond, dials: Number(found[at]?.dials ?? 0), of };
  });
};

interface Reservation {
  epochSecond: number;
  holder: string;
  dials: number;
}

/** Reserves dials of a second; the condition fails if fewer are left. */
export const takeDials = (
  pool: Pool,
  { epochSecond, holder, dials }: Reservation,
  dialsPerSecond: number,
): UpdateOperation => ({
  update: keys.dialsInSecond(pool, epochSecond),
  add: { dials, [fieldOf(holder)]: dials },
  set: { [TTL_ATTRIBUTE]: epochSecond + DIALS_KEPT_SECONDS },
  when: [anyOf(absent('dials'), below('dials', dialsPerSecond - dials + 1))],
});

/**
 * Gives reserved dials back, once only within a transaction; those that a crash leaves reserved are lost with their
 * second.
 */
export const giveBackDials = (pool: Pool, { epochSecond, holder, dials }: Reservation): UpdateOperation => ({
  update: keys.dialsInSecond(pool, epochSecond),
  add: { dials: -dials, [fieldOf(holder)]: -dials },
});
