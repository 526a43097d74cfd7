import { beforeEach, expect, test } from '@jest/globals';
import { HOUR_MS } from '#shared/domain/time.ts';
import { provisionAccount } from '#shared/engine/account/provision-account.ts';
import { NotedGrains, noteUse } from '#shared/store/access/last-use.ts';
import { findCaller } from '#shared/store/access/tokens.ts';
import type { Key } from '#shared/store/table/table.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';

const NOW = new Date('2026-11-23T10:15:00.000Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);

class MeteredTable extends MemoryTable {
  itemsRead = 0;

  override get<T>(key: Key): Promise<(Key & T) | undefined> {
    this.itemsRead += 1;
    return super.get<T>(key);
  }

  override getMany<T>(keys: Key[]): Promise<((Key & T) | undefined)[]> {
    this.itemsRead += keys.length;
    return super.getMany<T>(keys);
  }
}

let table: MeteredTable;
let token: string;
let noted: NotedGrains;

beforeEach(async () => {
  table = new MeteredTable();
  noted = new NotedGrains();
  const owner = { slug: 'acme', name: 'Olive', email: 'olive@acme.example', plan: 'growth', now: NOW } as const;
  token = (await provisionAccount(table, owner)).api_token;
});

/** A request at this time, as an instance answers it: how many items it read, and whether it noted a use. */
const requestAt = async (now: Date) => {
  table.itemsRead = 0;
  const found = await findCaller(table, token, now, noted);
  for (const use of found?.uses ?? []) await noteUse(table, use);
  return { read: table.itemsRead, notes: found?.uses.length };
};

test('an instance that has seen the hour noted reads the token alone', async () => {
  expect(await requestAt(NOW)).toEqual({ read: 2, notes: 1 });
  expect(await requestAt(after(1))).toEqual({ read: 2, notes: 0 });
  expect(await requestAt(after(2))).toEqual({ read: 1, notes: 0 });
});

test('the next hour is noted again', async () => {
  for (const ms of [0, 1, 2]) await requestAt(after(ms));
  expect(await requestAt(after(HOUR_MS))).toEqual({ read: 2, notes: 1 });
});

test('what another instance noted is not noted again', async () => {
  await requestAt(NOW);
  noted = new NotedGrains();
  expect(await requestAt(after(1))).toEqual({ read: 2, notes: 0 });
});

test('an instance remembers a bounded number of tokens', () => {
  const used = { used_at: '2026-11-23T10:00:00.000Z' };
  for (let n = 0; n < 1_001; n++) noted.add(`hash ${n}`, used);
  expect([noted.has('hash 0', NOW, HOUR_MS), noted.has('hash 1', NOW, HOUR_MS)]).toEqual([false, true]);
});
