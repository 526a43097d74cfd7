import { keys } from './keys.ts';
import { absent, type PutOperation, type Reading, type TableReader } from './table/table.ts';

/**
 * What this release takes the table's keys, indexes and items to mean. The rule for raising it is in
 * `shared/store/README.md`.
 */
export const SCHEMA_VERSION = 5;

/** The version that a table was made with; null if none is written in it. */
export const readSchemaVersion = async (table: TableReader, reading?: Reading): Promise<number | null> =>
  (await table.get<{ version: number }>(keys.schema(), reading))?.version ?? null;

/** Marks a table that is still empty. The loser of two first starts finds the winner's mark. */
export const markSchemaVersion = (): PutOperation => ({
  put: { ...keys.schema(), version: SCHEMA_VERSION },
  when: [absent('pk')],
});

/** Why a table with items must not be used; null for one of this release. */
export const schemaProblem = (found: number | null): string | null => {
  if (found === SCHEMA_VERSION) return null;
  const has =
    found === null ? 'has no schema version, so it was made by an older release' : `has schema version ${found}`;
  return `The table ${has}; this release needs version ${SCHEMA_VERSION}.`;
};
