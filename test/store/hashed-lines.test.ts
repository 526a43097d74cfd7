import { expect, test } from '@jest/globals';
import { withHashedLines } from '#shared/store/line/hashed-lines.ts';
import { lineKeys, linePartition } from '#shared/store/line/line-keys.ts';
import { markSchemaVersion } from '#shared/store/schema-version.ts';
import { equals } from '#shared/store/table/table.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';

const TEAM = 'team_1';
const PHONE = '+14155550001';
const LOCK = lineKeys.calleeLock(TEAM, PHONE);
const PLAIN = { pk: 'CALL#1', sk: 'CALL' };

const given = async (secret = 'a secret') => {
  const memory = new MemoryTable();
  await memory.write(markSchemaVersion());
  let reads = 0;
  const table = withHashedLines(memory, async () => {
    reads += 1;
    return secret;
  });
  return { memory, table, reads: () => reads };
};

test('a number is in no key that the table gets, and every operation finds its line all the same', async () => {
  const { memory, table } = await given();
  const entry = lineKeys.contact(TEAM, PHONE, '2026-01-01T00:00:00.000Z', 'cont_1');
  await table.write({ put: { ...LOCK, n: 1 } });
  await table.transact([
    { put: { ...entry, contact_id: 'cont_1' } },
    { update: LOCK, add: { n: 1 }, when: [equals('n', 1)] },
    { check: lineKeys.contacts(TEAM, PHONE), when: [{ test: 'absent', field: 'pk' }] },
  ]);
  expect(await table.updateReturningOld({ update: LOCK, set: { n: 3 } })).toMatchObject({ n: 2 });
  expect(await table.get(LOCK)).toMatchObject({ n: 3 });
  const [lock, none] = await table.getMany([LOCK, lineKeys.calleeLock('team_2', PHONE)]);
  expect([lock, none]).toEqual([expect.objectContaining({ n: 3 }), undefined]);
  const partition = linePartition(TEAM, PHONE);
  expect(await table.query({ partition, prefix: 'CONTACT#' })).toHaveLength(1);
  expect(await table.queryStretch({ partition, lookAtMax: 10 })).toMatchObject({ matches: 2 });
  expect(memory.peek(LOCK)).toBeUndefined();
  expect(lock?.pk).toMatch(/^TEAM#team_1#LINE#~[\w-]{22}$/);
  await table.write({ delete: entry });
  expect(await table.get(entry)).toBeUndefined();
});

test('a line is found again by the key under which the table returned it', async () => {
  const { table } = await given();
  await table.write({ put: { ...LOCK, n: 1 } });
  const { pk, sk } = (await table.get(LOCK)) as typeof LOCK;
  expect(await table.get({ pk, sk })).toMatchObject({ n: 1 });
});

test('one number has another hash in another team, and with another secret', async () => {
  const pkIn = async ({ table }: Awaited<ReturnType<typeof given>>, team: string) => {
    const key = lineKeys.calleeLock(team, PHONE);
    await table.write({ put: { ...key } });
    return (await table.get(key))?.pk.split('~')[1];
  };
  const one = await given();
  const hashes = [await pkIn(one, TEAM), await pkIn(one, 'team_2'), await pkIn(await given('another'), TEAM)];
  expect(new Set(hashes).size).toBe(3);
  expect(hashes[0]).toBe(await pkIn(await given(), TEAM));
});

test('the secret is read once, and only by whoever asks for a line', async () => {
  const { table, reads } = await given();
  await table.write({ put: PLAIN });
  await table.get(PLAIN);
  expect(reads()).toBe(0);
  await table.get(LOCK);
  await table.get(LOCK);
  expect(reads()).toBe(1);
});

test('without the secret nothing of a line is read or written', async () => {
  const memory = new MemoryTable();
  const table = withHashedLines(memory, () => Promise.reject(new Error('there is no key')));
  await expect(table.write({ put: { ...LOCK } })).rejects.toThrow('there is no key');
  await expect(table.get(LOCK)).rejects.toThrow('there is no key');
  expect(memory.peek(LOCK)).toBeUndefined();
});
