import { createHmac } from 'node:crypto';
import { phonesOf } from '#shared/domain/contact/phones.ts';
import { keys, lists } from '#shared/store/keys.ts';
import { SCHEMA_VERSION, schemaProblem } from '#shared/store/schema-version.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  equals,
  type Key,
  type Reading,
  type TableReader,
  type TableWriter,
} from '#shared/store/table/table.ts';
import { lineKeys } from './line-keys.ts';

/*
 * Another key finds none of a table's lines, so whoever must not be called, erased people included, would be called. The
 * table's schema item therefore holds a fingerprint of its key, which tells nobody the key.
 */

interface SchemaItem {
  version: number;
  number_hash_fingerprint?: string;
}

/** What contacts have of which one at least is found by a key that fits. */
interface Witness {
  phone: string | null;
  phone_secondary: string | null;
  deleted_at: string | null;
}

const WITNESSES = 10;
/** Entries of a team's list of contacts that are looked at for them. */
const LOOKED_AT_ENTRIES = 200;

const FINGERPRINTED_TEXT = 'the key of the number hashes of a table';

const ANOTHER_KEY =
  'The key of number hashes (NumberHashKey) is not the one that this table was written with. Until that one is back no ' +
  'number is looked up and nobody is dialled: see "The key of number hashes is lost" in infra/README.md.';

export const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update(FINGERPRINTED_TEXT).digest('base64url');

const schemaKey = (): RecordKey<SchemaItem> => keys.schema();

/** What whoever hashes numbers must be able to update. */
export const SCHEMA_PARTITION = schemaKey().pk;

/** Of the key that the table was written with; undefined before its first number. */
export const readKeyFingerprint = async (table: TableReader, reading?: Reading): Promise<string | undefined> =>
  (await table.get<SchemaItem>(schemaKey(), reading))?.number_hash_fingerprint;

/** @throws Error in words if the table was written with another key. A table without numbers takes any. */
export const assertSameKey = async (table: TableReader, secret: string): Promise<void> => {
  const known = await readKeyFingerprint(table, { mayLag: true });
  if (known !== undefined && known !== fingerprintOf(secret)) throw new Error(ANOTHER_KEY);
};

interface NumberHash {
  secret: string;
  /** The team whose number is asked for. */
  teamId: string;
  /** The partition of one of its numbers, as the key names it. */
  lineOf(key: Key): Key;
}

/** Whether contacts of the team are found by their numbers; nothing speaks against a key where there are none. */
const findsContacts = async (table: TableReader, { teamId, lineOf }: NumberHash): Promise<boolean> => {
  const { items } = await table.queryStretch({
    partition: lists.contacts(teamId),
    index: 'list',
    filter: [equals('ix.has_phone', true)],
    limit: WITNESSES,
    lookAtMax: LOOKED_AT_ENTRIES,
  });
  const contacts = await table.getMany<Witness>(items.map(({ pk, sk }) => ({ pk, sk })));
  const phones = contacts.flatMap((contact) => (contact?.deleted_at === null ? phonesOf(contact) : []));
  const counts = await table.getMany<{ n: number }>(phones.map((phone) => lineOf(lineKeys.contacts(teamId, phone))));
  return counts.length === 0 || counts.some((count) => count !== undefined && count.n > 0);
};

/**
 * Lets a key be used on a table. One that has no fingerprint yet takes that of the first key which asks and finds the
 * team's contacts by it.
 * @throws Error in words for another key than the table's, and for a table of another release.
 */
export const claimKey = async (table: TableWriter, numberHash: NumberHash): Promise<void> => {
  const { version = null, number_hash_fingerprint: known } = (await table.get<SchemaItem>(schemaKey())) ?? {};
  const fingerprint = fingerprintOf(numberHash.secret);
  if (known === fingerprint) return;
  if (known !== undefined) throw new Error(ANOTHER_KEY);
  const problem = schemaProblem(version);
  if (problem !== null) throw new Error(`${problem} No number is looked up in it.`);
  if (!(await findsContacts(table, numberHash))) throw new Error(ANOTHER_KEY);
  const isFirst = await succeeded(
    table.write({
      update: schemaKey(),
      set: { number_hash_fingerprint: fingerprint },
      when: [equals('version', SCHEMA_VERSION), absent('number_hash_fingerprint')],
    }),
  );
  // Somebody else was first, perhaps with another key.
  if (!isFirst) await claimKey(table, numberHash);
};
