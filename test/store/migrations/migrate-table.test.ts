import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AttributeValue, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTable } from '#infra/local/database/create-table.ts';
import { type LocalDynamodb, startDynamodb } from '#infra/local/database/dynamodb.ts';
import { clientFor } from '#infra/local/database/engine/engine-start.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { callsOnLine } from '#shared/store/call/line-calls.ts';
import { contactIdsOf } from '#shared/store/contact/contact-phones.ts';
import { keys } from '#shared/store/keys.ts';
import { getCalleeLock } from '#shared/store/limits/callee-locks.ts';
import { hashWith, withHashedLines } from '#shared/store/line/hashed-lines.ts';
import { linePartition } from '#shared/store/line/line-keys.ts';
import { fingerprintOf, readKeyFingerprint } from '#shared/store/line/number-hash-key.ts';
import { listSuppressions } from '#shared/store/line/suppressions.ts';
import { countMigration, type MigrationPorts, migrateTable } from '#shared/store/migrations/migrate-table.ts';
import { getRetention } from '#shared/store/privacy/retentions.ts';
import { readSchemaVersion, schemaProblem } from '#shared/store/schema-version.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { dynamodbWalk, type RawItem } from '#shared/store/table/walk-table.ts';

/*
 * A table of schema version 4 as the last release with it left it: a campaign with contacts, suppressions and a
 * do-not-call mark, calls that are over, under way and scheduled. `version-4.jsonl` is a recording of that, without
 * tokens and conversations.
 */

const RECORDED = readFileSync(join(import.meta.dirname, 'version-4.jsonl'), 'utf8')
  .trim()
  .split('\n');
const ITEMS: Record<string, AttributeValue>[] = RECORDED.map((line) => JSON.parse(line));
const TEAM = 'team_01M89KH3PJ4HJA5MB90NZZ8KAJ';
const KEY = 'a key for this test';
const NOW = new Date('2026-11-25T16:00:00Z');
const PLAIN = /#LINE#\+/;

let stateDir: string;
let database: LocalDynamodb;
let raw: DynamoDBClient;
beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'migrate-table-'));
  const options = { stateDir, tableName: 'unused', endpoint: undefined, onPid: () => undefined };
  database = await startDynamodb({ ...options, onDeath: () => undefined });
  raw = clientFor(database.url);
});
afterAll(async () => {
  raw.destroy();
  await database.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

let tables = 0;
let tableName: string;
let table: TableWriter;
let ports: MigrationPorts;
beforeEach(async () => {
  tables += 1;
  tableName = `version-4-${tables}`;
  await createTable(raw, tableName);
  await Promise.all(ITEMS.map((Item) => raw.send(new PutItemCommand({ TableName: tableName, Item }))));
  const client = DynamoDBDocumentClient.from(raw);
  table = dynamodbTable({ tableName, client });
  ports = {
    table,
    walk: dynamodbWalk({ tableName, client }),
    hash: hashWith(KEY),
    fingerprint: fingerprintOf(KEY),
    onBegin: () => undefined,
    clock: () => NOW,
    onProgress: () => undefined,
  };
});

const allItems = async (): Promise<RawItem[]> => {
  const found: RawItem[] = [];
  await ports.walk(async (items) => void found.push(...items));
  return found;
};

/** What is in the table, but for the marks of single writes. */
const content = async (): Promise<string[]> =>
  (await allItems()).map(({ wid: _, ...item }) => JSON.stringify(item, Object.keys(item).sort())).sort();

const plainLines = async (): Promise<string[]> => (await allItems()).map(({ pk }) => pk).filter((pk) => PLAIN.test(pk));

const lines = (): TableWriter => withHashedLines(table, async () => KEY);

describe('a table of version 4', () => {
  test('has its suppressions, locks, contacts by number and calls by number in version 5', async () => {
    const before = new Set((await plainLines()).map((pk) => pk.split('#LINE#')[1] ?? ''));
    const locks = new Map(
      await Promise.all([...before].map(async (phone) => [phone, await getCalleeLock(table, TEAM, phone)] as const)),
    );
    expect(before.size).toBe(12);
    const reports = await migrateTable(ports);
    expect(reports).toEqual([{ from: 4, to: 5, counts: expect.any(Object) }]);
    expect([await plainLines(), await readSchemaVersion(table)]).toEqual([[], 5]);
    for (const [phone, lock] of locks) {
      const { pk: _, wid: __, ...kept } = (lock ?? {}) as Partial<RawItem>;
      const found = (await getCalleeLock(lines(), TEAM, phone)) as RawItem | undefined;
      expect(found).toEqual(lock === undefined ? undefined : expect.objectContaining(kept));
    }
    const suppressed = [...locks].filter(([, lock]) => lock?.do_not_call).map(([phone]) => phone);
    expect(suppressed.sort()).toEqual(['+14155550003', '+14155560001', '+14155580001']);
    const listed = await listSuppressions(lines(), TEAM, undefined, { limit: 10, offset: 0 });
    expect(listed.items.map(({ phone }) => phone).sort()).toEqual(suppressed);
    expect(await contactIdsOf(lines(), TEAM, '+14155550001')).toHaveLength(2);
    const [called = ''] = await callsOnLine(lines(), ports.hash(linePartition(TEAM, '+14155570001')));
    expect(await getCall(table, called)).toMatchObject({ to_number: '+14155570001', status: 'ended' });
    expect(await getRetention(table, TEAM)).toMatchObject({ team_id: TEAM, version: 0 });
  });

  test('is left as it is by a dry run, which says what would be carried over', async () => {
    const before = await content();
    const [counted] = await countMigration(ports);
    expect(await content()).toEqual(before);
    const [carried] = await migrateTable(ports);
    expect(counted).toEqual(carried);
    expect(counted?.counts).toMatchObject({ 'teams, now looked at for retention': 1 });
  });

  test('is carried over once: a further run finds nothing to do', async () => {
    await migrateTable(ports);
    const after = await content();
    expect(await migrateTable(ports)).toEqual([]);
    expect(await content()).toEqual(after);
  });
});

/** A table whose process dies with its nth write, before it or after it. */
const dyingAt = (writes: number, isWritten: boolean): TableWriter => {
  let left = writes;
  const dying =
    <Given extends unknown[]>(act: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
      left -= 1;
      if (left > 0 || isWritten) await act(...given);
      if (left <= 0) throw new Error('The process dies.');
    };
  return {
    backOff: table.backOff,
    get: table.get.bind(table),
    getMany: table.getMany.bind(table),
    query: table.query.bind(table),
    queryStretch: table.queryStretch.bind(table),
    updateReturningOld: table.updateReturningOld.bind(table),
    write: dying(table.write.bind(table)),
    transact: dying(table.transact.bind(table)),
  };
};

describe('a migration that was interrupted', () => {
  test.each([
    [1, true],
    [2, false],
    [9, true],
    [20, false],
    [31, true],
    [32, false],
  ])('by a crash at write %d, which is written: %s, is done by the next run', async (writes, isWritten) => {
    await expect(migrateTable({ ...ports, table: dyingAt(writes, isWritten) })).rejects.toThrow('The process dies.');
    await migrateTable(ports);
    expect([await plainLines(), await readSchemaVersion(table)]).toEqual([[], 5]);
    const hashed = (await allItems()).filter(({ pk }) => pk.includes('#LINE#~'));
    expect(hashed).toHaveLength(29);
    expect(await getRetention(table, TEAM)).toMatchObject({ version: 0 });
  });

  test('goes on with the same key of number hashes alone', async () => {
    await expect(migrateTable({ ...ports, table: dyingAt(1, true) })).rejects.toThrow('The process dies.');
    const before = await content();
    const other = { hash: hashWith('another key'), fingerprint: fingerprintOf('another key') };
    await expect(migrateTable({ ...ports, ...other })).rejects.toThrow('another key of number hashes');
    expect(await content()).toEqual(before);
    await migrateTable(ports);
    expect(await readKeyFingerprint(table)).toBe(fingerprintOf(KEY));
  });

  test('lets no release start meanwhile', async () => {
    await expect(migrateTable({ ...ports, table: dyingAt(2, false) })).rejects.toThrow();
    const found = await readSchemaVersion(table);
    expect(schemaProblem(found)).toContain('"npm run migrate" goes on with it');
    // What a release of version 4 compares.
    expect((await table.get<{ version: unknown }>(keys.schema()))?.version).toBe('migrating');
  });
});

describe('a table that cannot be carried over', () => {
  test('because an earlier release writes it still is refused, and stays closed', async () => {
    let writes = 0;
    const hash = (partition: string): string => {
      writes += 1;
      return ports.hash(partition);
    };
    const disturbed = async (onPage: (items: RawItem[]) => Promise<void>): Promise<void> => {
      await ports.walk(onPage);
      const line = { pk: linePartition(TEAM, '+14155551234'), sk: 'LINE' };
      if (writes > 0) await table.write({ put: { ...line, do_not_call: true } });
    };
    // The second walk finds what was written after the first one.
    await expect(migrateTable({ ...ports, hash, walk: disturbed })).rejects.toThrow(
      /^1 items of schema version 4 are there although .* Stop every release and run this again/,
    );
    expect(schemaProblem(await readSchemaVersion(table))).toContain('being carried over');
    await migrateTable(ports);
    expect((await getCalleeLock(lines(), TEAM, '+14155551234'))?.do_not_call).toBe(true);
  });

  test('because a later release has served it before overwrites nothing', async () => {
    const phone = '+14155580001';
    const hashed = { pk: ports.hash(linePartition(TEAM, phone)), sk: 'LINE' };
    await table.write({ put: { ...hashed, do_not_call: false } });
    await expect(migrateTable(ports)).rejects.toThrow(/one of version 5 has served it before/);
    expect(await table.get(hashed)).toMatchObject({ do_not_call: false });
    expect((await getCalleeLock(table, TEAM, phone))?.do_not_call).toBe(true);
  });

  test.each([
    [{ version: 3 }, 'No step leads from schema version 3 on'],
    [{ version: 6 }, 'Run a newer release.'],
  ])('because of its version is refused in words: %j', async (version, words) => {
    await table.write({ put: { ...keys.schema(), ...version } });
    await expect(migrateTable(ports)).rejects.toThrow(words);
  });

  test('because it has no version is refused in words', async () => {
    await table.write({ delete: keys.schema() });
    await expect(migrateTable(ports)).rejects.toThrow('The table has no schema version');
  });
});
