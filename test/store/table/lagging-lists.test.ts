import { beforeEach, expect, test } from '@jest/globals';
import { claimCall } from '#shared/store/call/call-changes.ts';
import { listCallRecords } from '#shared/store/call/call-lists.ts';
import { callKey } from '#shared/store/call/calls.ts';
import { lists } from '#shared/store/keys.ts';
import { readPage } from '#shared/store/table/lists.ts';
import type { Key, ManyReading } from '#shared/store/table/table.ts';
import { keptCall } from '#test/harness/given/calls/kept-calls.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';

/** Reads that may lag do not know yet what the index lists already. */
class LaggingTable extends MemoryTable {
  readonly unseen = new Set<string>();
  itemsReadAgain = 0;

  override async getMany<T>(keys: Key[], reading: ManyReading = {}): Promise<((Key & T) | undefined)[]> {
    const found = await super.getMany<T>(keys, reading);
    if (!reading.mayLag) this.itemsReadAgain += keys.length;
    return reading.mayLag ? found.map((item) => (item && this.unseen.has(item.pk) ? undefined : item)) : found;
  }
}

const TEAM = 'team_1';
const CALLS = 5;
const callAt = (place: number) => keptCall({ teamId: TEAM, accountId: 'acct_1', place });
const NEWEST_FIRST = Array.from({ length: CALLS }, (_, place) => callAt(CALLS - 1 - place).id);

let table: LaggingTable;

const hide = (at: number): void => {
  table.unseen.add(callKey(String(NEWEST_FIRST[at])).pk);
};

beforeEach(async () => {
  table = new LaggingTable();
  for (let place = 0; place < CALLS; place++) await table.write(claimCall(callAt(place)));
});

test('a walk by cursor skips no row that a lagging read does not know yet', async () => {
  for (const at of [0, 1, 3]) hide(at);
  const seen: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await listCallRecords(table, TEAM, {}, { limit: 2, ...(cursor && { cursor }) });
    seen.push(...page.items.map(({ id }) => id));
    [cursor, more] = [page.next_cursor ?? undefined, page.next_cursor !== null];
  }
  expect(seen).toEqual(NEWEST_FIRST);
});

test('a page by offset is as long as it would be without the lag', async () => {
  hide(2);
  const { items } = await readPage(table, { list: lists.calls(TEAM), filter: [], limit: 3, offset: 1 });
  expect(items.map(({ pk }) => pk)).toEqual(NEWEST_FIRST.slice(1, 4).map((id) => callKey(id).pk));
});

test('only what is missing is read again', async () => {
  hide(2);
  await listCallRecords(table, TEAM, {}, { limit: 50 });
  expect(table.itemsReadAgain).toBe(1);
});
