import { beforeEach, describe, expect, test } from '@jest/globals';
import { keys, listSort, lists } from '#shared/store/keys.ts';
import { withHashedLines } from '#shared/store/line/hashed-lines.ts';
import { lineKeys } from '#shared/store/line/line-keys.ts';
import { assertSameKey } from '#shared/store/line/number-hash-key.ts';
import { markSchemaVersion, SCHEMA_VERSION } from '#shared/store/schema-version.ts';
import type { Key } from '#shared/store/table/table.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';

const TEAM = 'team_1';
const PHONE = '+14155550001';
const LOCK = lineKeys.calleeLock(TEAM, PHONE);
const CREATED_AT = '2026-01-01T00:00:00.000Z';

let memory: MemoryTable;
/** As one instance of a function sees the table. */
const instanceWith = (key: string) => withHashedLines(memory, async () => key);

/** A contact in the list of its team, and its number as whoever holds the key enters it. */
const contactOf = async (key: string | undefined, deleted_at: string | null = null): Promise<void> => {
  if (key !== undefined) await instanceWith(key).write({ put: { ...lineKeys.contacts(TEAM, PHONE), n: 1 } });
  const contact = { id: 'cont_1', phone: PHONE, phone_secondary: null, deleted_at, ix: { has_phone: true } };
  const place = { list_pk: lists.contacts(TEAM), list_sk: listSort(CREATED_AT, contact.id) };
  await memory.write({ put: { ...keys.contact(contact.id), ...contact, ...place } });
};

const forgetFingerprint = () => memory.write({ update: keys.schema(), remove: ['number_hash_fingerprint'] });

beforeEach(async () => {
  memory = new MemoryTable();
  await memory.write(markSchemaVersion());
});

describe('another key than the one that a table was written with', () => {
  beforeEach(() => instanceWith('the key').write({ put: { ...LOCK, do_not_call: true } }));

  test('hashes nothing, whatever is asked, and says which page helps', async () => {
    const table = instanceWith('another key');
    const words = /is not the one that this table was written with.*nobody is dialled.*infra\/README\.md/;
    await expect(table.get(LOCK)).rejects.toThrow(words);
    await expect(table.transact([{ put: { ...LOCK }, when: [{ test: 'absent', field: 'pk' }] }])).rejects.toThrow(
      words,
    );
    await expect(table.hashLine(LOCK.pk)).rejects.toThrow(words);
    await expect(assertSameKey(memory, 'another key')).rejects.toThrow(words);
  });

  test('leaves everything that is no number to be read and written', async () => {
    const table = instanceWith('another key');
    await table.write({ put: { pk: 'CALL#1', sk: 'CALL', n: 1 } });
    expect(await table.get({ pk: 'CALL#1', sk: 'CALL' })).toMatchObject({ n: 1 });
  });

  test('is let go as soon as the right one is back', async () => {
    let key = 'another key';
    const table = withHashedLines(memory, async () => key);
    await expect(table.get(LOCK)).rejects.toThrow('nobody is dialled');
    key = 'the key';
    expect(await table.get(LOCK)).toMatchObject({ do_not_call: true });
  });

  test('makes no difference to the right one', async () => {
    await expect(instanceWith('another key').get(LOCK)).rejects.toThrow();
    expect(await instanceWith('the key').get(LOCK)).toMatchObject({ do_not_call: true });
    await assertSameKey(memory, 'the key');
  });
});

describe('a table that nobody has entered a number in', () => {
  test('takes the first key that asks for one, and no later one', async () => {
    await assertSameKey(memory, 'either');
    expect(await instanceWith('the key').get(LOCK)).toBeUndefined();
    await expect(instanceWith('another key').get(LOCK)).rejects.toThrow('nobody is dialled');
  });

  test('takes one of two that ask at once', async () => {
    const outcomes = await Promise.allSettled(['one', 'two'].map((key) => instanceWith(key).get(LOCK)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const again = await Promise.allSettled(['one', 'two'].map((key) => instanceWith(key).get(LOCK)));
    expect(again.map(({ status }) => status)).toEqual(outcomes.map(({ status }) => status));
  });

  test('takes none where it is of another release', async () => {
    await memory.write({ update: keys.schema(), set: { version: SCHEMA_VERSION + 1 } });
    await expect(instanceWith('the key').get(LOCK)).rejects.toThrow(
      /has schema version .* No number is looked up in it/,
    );
    await memory.write({ delete: keys.schema() });
    await expect(instanceWith('the key').get(LOCK)).rejects.toThrow(/has no schema version/);
    await assertSameKey(memory, 'the key');
    expect(memory.peek(keys.schema())).toBeUndefined();
  });
});

describe('a table with numbers and no fingerprint', () => {
  test('takes the key by which its contacts are found, and no other', async () => {
    await contactOf('the key');
    await forgetFingerprint();
    await expect(instanceWith('another key').get(LOCK)).rejects.toThrow('nobody is dialled');
    expect(await instanceWith('the key').get(LOCK)).toBeUndefined();
  });

  test('is not judged by contacts that are gone', async () => {
    await contactOf(undefined, CREATED_AT);
    expect(await instanceWith('the key').get(LOCK)).toBeUndefined();
  });
});

test('an instance compares its key once, however many ask at first', async () => {
  let reads = 0;
  await instanceWith('the key').get(LOCK);
  const get = memory.get.bind(memory);
  memory.get = <T>(key: Key) => {
    if (key.pk === keys.schema().pk) reads += 1;
    return get<T>(key);
  };
  const table = instanceWith('the key');
  await Promise.all([table.get(LOCK), table.getMany([LOCK]), table.hashLine(LOCK.pk)]);
  await table.get(LOCK);
  expect(reads).toBe(1);
});
