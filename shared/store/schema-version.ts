import { keys } from './keys.ts';
import {
  absent,
  equals,
  type PutOperation,
  type Reading,
  type TableReader,
  type UpdateOperation,
} from './table/table.ts';

/**
 * What this release takes the table's keys, indexes and items to mean. The rule for raising it is in
 * `shared/store/README.md`.
 */
export const SCHEMA_VERSION = 5;

/** In the place of a version while a table is carried over from one to the next: no release has it. */
const MIGRATING = 'migrating';

/** Under way, or interrupted. */
interface Migration {
  from: number;
  to: number;
}

interface SchemaRecord extends Partial<Migration> {
  version: number | typeof MIGRATING;
}

const read = (table: TableReader, reading?: Reading) => table.get<SchemaRecord>(keys.schema(), reading);

/** The version that a table was made with; null if none is written in it, NaN while it is carried over. */
export const readSchemaVersion = async (table: TableReader, reading?: Reading): Promise<number | null> => {
  const found = await read(table, reading);
  return found ? Number(found.version) : null;
};

/** The migration that has begun on a table and has not ended. */
export const readMigration = async (table: TableReader): Promise<Migration | undefined> => {
  const { version, from, to } = (await read(table)) ?? {};
  return version === MIGRATING && from !== undefined && to !== undefined ? { from, to } : undefined;
};

/** Marks a table that is still empty. The loser of two first starts finds the winner's mark. */
export const markSchemaVersion = (): PutOperation => ({
  put: { ...keys.schema(), version: SCHEMA_VERSION },
  when: [absent('pk')],
});

/** From then on releases of neither version start on the table, and it takes no other key of number hashes. */
export const beginMigration = (from: number, to: number, fingerprint: string): UpdateOperation => ({
  update: keys.schema(),
  set: { version: MIGRATING, from, to, number_hash_fingerprint: fingerprint },
  when: [equals('version', from)],
});

export const endMigration = (from: number, to: number): UpdateOperation => ({
  update: keys.schema(),
  set: { version: to },
  remove: ['from', 'to'],
  when: [equals('version', MIGRATING), equals('from', from), equals('to', to)],
});

/** Why a table with items must not be used; null for one of this release. */
export const schemaProblem = (found: number | null): string | null => {
  if (found === SCHEMA_VERSION) return null;
  if (Number.isNaN(found)) {
    return 'The table is being carried over to another schema version, or that was interrupted: "npm run migrate" goes on with it.';
  }
  const has =
    found === null ? 'has no schema version, so it was made by an older release' : `has schema version ${found}`;
  return `The table ${has}; this release needs version ${SCHEMA_VERSION}.`;
};
