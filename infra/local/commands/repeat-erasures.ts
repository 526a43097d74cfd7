import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '#infra/local/process/environment.ts';
import { readFlags } from '#infra/local/process/read-flags.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { explain } from '#infra/operate/explain.ts';
import { findTarget } from '#infra/operate/target.ts';
import type { Telephony } from '#shared/ports/telephony.ts';
import type { AccountRecord } from '#shared/store/accounts.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { carryDecisions } from './carry-decisions.ts';
import { assertOneTable, TABLE_FLAGS, TABLE_WORDS } from './meant-table.ts';

/**
 * `npm run repeat-erasures`: after a table was restored from a backup, erases again whoever was erased since, and with the
 * table that served until then carries over whom it closed off since. It must end before anything serves from the restored table.
 */

const USAGE = `npm run repeat-erasures -- ${TABLE_WORDS} [--old-table <the table that served since the backup>]`;
const FLAGS = { ...TABLE_FLAGS, 'old-table': { type: 'string' } } as const;

const WITHOUT_OLD_TABLE =
  'Opt-outs, revoked keys and suspensions since the backup are not in this table. Where the table that served since then is still ' +
  'there, run this again with --old-table <its name>; otherwise these people are called again, and these keys open it again.';

let tableNamed: string | undefined;

interface Restored {
  tableName: string;
  words: string;
  /** With the log of erasures. */
  bucket: string;
  /** The table that served since the backup, if it is still there. */
  oldTable: string | undefined;
}

const openTarget = async (): Promise<Restored> => {
  const { 'old-table': oldTable, ...choice } = readFlags({ options: FLAGS }, `\nUsage: ${USAGE}`).values;
  assertOneTable(choice, USAGE);
  const { tableName, words, bucket } = await findTarget(choice);
  if (oldTable === tableName) throw new StartError(`--old-table is the restored table itself.\nUsage: ${USAGE}`);
  tableNamed = tableName;
  if (bucket !== null && settings.isNumberHashGiven()) return { tableName, words, bucket, oldTable };
  throw new StartError(
    'Set RECORDINGS_BUCKET to the bucket, and NUMBER_HASH_KEY_ID to the secret NumberHashKey, of the stack that the restored table belongs to.',
  );
};

/** The carrier was asked when the person was erased. */
const NOTHING_AT_CARRIER = {
  deleteRecordings: async () => undefined,
  deleteCall: async () => undefined,
} as unknown as Telephony;

const toNobody = { send: async () => undefined };

/** Accounts that were deleted since the backup, and are back with it: they are closed, and deleted again by hand. */
const closeDeleted = async (table: TableWriter, deletedIds: AsyncIterable<string>): Promise<void> => {
  const [{ suspendAccount }, { accountKey }, { OPERATOR }] = await Promise.all([
    import('#shared/engine/account/suspend.ts'),
    import('#shared/store/accounts.ts'),
    import('#shared/domain/account/actor.ts'),
  ]);
  const slugs: string[] = [];
  for await (const id of deletedIds) {
    const account = await table.get<AccountRecord>(accountKey(id));
    if (!account) continue;
    await suspendAccount({ table, clock: () => new Date(), sleep }, id, OPERATOR);
    slugs.push(account.slug);
  }
  if (slugs.length === 0) return;
  console.log(
    `Deleted since the backup, and back: ${slugs.join(', ')}. They are suspended. Delete each again once the service runs: ` +
      'npm run operate -- tenants delete <slug> --stack <name> --confirm <slug>',
  );
};

const repeatAll = async (): Promise<void> => {
  const { tableName, words: place, bucket, oldTable } = await openTarget();
  console.log(`Erasing again in ${place} whom the bucket ${bucket} names as erased.`);
  const [
    { repeatErasure },
    { dynamodbTable },
    { withHashedLines },
    { assertSameKey },
    { checkSchema },
    clients,
    secrets,
  ] = await Promise.all([
    import('#shared/engine/privacy/repeat-erasure.ts'),
    import('#shared/store/table/dynamodb-table.ts'),
    import('#shared/store/line/hashed-lines.ts'),
    import('#shared/store/line/number-hash-key.ts'),
    import('#infra/local/database/schema-check.ts'),
    import('#shared/runtime/clients/erasing.ts'),
    import('#shared/runtime/clients/secret-reader.ts'),
  ]);
  await checkSchema(tableName, `Run this command from the release that serves the table ${tableName}.`);
  const key = (await secrets.secretReader('numberHash')()) ?? '';
  const table = dynamodbTable({ tableName });
  await assertSameKey(table, key);
  const ports = {
    table: withHashedLines(table, async () => key),
    clock: () => new Date(),
    campaignQueue: toNobody,
    erasureQueue: toNobody,
    erasureLog: clients.erasureLog(bucket),
    recordingRemover: clients.objectRemover(bucket),
    exportRemover: clients.objectRemover(bucket),
    telephony: NOTHING_AT_CARRIER,
  };
  await closeDeleted(ports.table, clients.readDeletionLog(bucket));
  const counts = { completed: 0, pending: 0 };
  const failures: string[] = [];
  for await (const logged of clients.readErasureLog(bucket)) {
    try {
      counts[await repeatErasure(ports, logged)] += 1;
    } catch (error) {
      failures.push(`${logged.id}: ${(error as Error).message}`);
    }
    if (process.stdout.isTTY) process.stdout.write(`\rErased again: ${counts.completed}`);
  }
  const words = `Erased again: ${counts.completed}. Left to the service, for calls that were under way in the backup: ${counts.pending}.`;
  console.log(process.stdout.isTTY ? `\r${words}` : words);
  if (failures.length > 0) throw new StartError(`Not erased again, so run this once more:\n${failures.join('\n')}`);
  // Only now: an erasure takes away what else suppresses its numbers, and some of that may have come after it.
  if (oldTable === undefined) return console.log(WITHOUT_OLD_TABLE);
  tableNamed = oldTable;
  console.log(await carryDecisions({ ...ports, sleep }, oldTable));
};

repeatAll().catch((error: unknown) => {
  console.error(explain(error, tableNamed));
  process.exit(1);
});
