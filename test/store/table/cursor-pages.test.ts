import { beforeAll, describe, expect, test } from '@jest/globals';
import { changeCall, claimCall } from '#shared/store/call/call-changes.ts';
import { listCallRecords } from '#shared/store/call/call-lists.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { writeChange } from '#shared/store/table/conditional-write.ts';
import { COUNT_MAX, ENTRIES_PER_REQUEST } from '#shared/store/table/cursor-pages.ts';
import type { StretchQuery } from '#shared/store/table/table.ts';
import { keptCall } from '#test/harness/given/calls/kept-calls.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';

/** Counts the entries of the index that are read. */
class MeteredTable extends MemoryTable {
  lookedAt = 0;

  override async queryStretch<T>(query: StretchQuery) {
    const stretch = await super.queryStretch<T>(query);
    this.lookedAt += stretch.lookedAt;
    return stretch;
  }
}

const CALLS = 2 * ENTRIES_PER_REQUEST + 500;
const table = new MeteredTable();

const fill = async (teamId: string, count: number): Promise<void> => {
  for (let place = 0; place < count; place++) {
    await table.write(claimCall(keptCall({ teamId, accountId: 'acct_1', place })));
  }
};

const list = async (teamId: string, filter: object, page: { limit: number; offset?: number; cursor?: string }) => {
  table.lookedAt = 0;
  const answer = await listCallRecords(table, teamId, filter, page);
  expect(table.lookedAt).toBeLessThanOrEqual(ENTRIES_PER_REQUEST);
  return answer;
};

const placesOf = ({ items }: { items: { id: string }[] }): number[] => items.map(({ id }) => Number(id.slice(-6)));

describe('the count', () => {
  test.each([
    [COUNT_MAX - 1, COUNT_MAX - 1, true],
    [COUNT_MAX, COUNT_MAX, true],
    [COUNT_MAX + 1, COUNT_MAX, false],
  ])('of %i calls is %i, exact: %s', async (calls, count, count_is_exact) => {
    await fill(`team_${calls}`, calls);
    expect(await list(`team_${calls}`, {}, { limit: 50 })).toMatchObject({ count, count_is_exact });
    const last = await list(`team_${calls}`, {}, { limit: 50, offset: calls - 20 });
    expect(last).toMatchObject({ count, count_is_exact, next_cursor: null });
    expect(last.items).toHaveLength(20);
  });
});

describe('a list of more than one request may read', () => {
  beforeAll(() => fill('team_large', CALLS));

  test('without filters reads no more than the count needs', async () => {
    const page = await list('team_large', {}, { limit: 50 });
    expect(page).toMatchObject({ count: COUNT_MAX, count_is_exact: false });
    expect(table.lookedAt).toBe(COUNT_MAX + 1);
    await list('team_large', {}, { limit: 50, cursor: String(page.next_cursor) });
    expect(table.lookedAt).toBe(51);
  });

  test('with a rare match ends its page early, and goes on by cursor until all are found', async () => {
    const rare = { campaignId: 'camp_rare' };
    for (const place of [3, ENTRIES_PER_REQUEST, CALLS - 2]) {
      await table.write({
        ...claimCall(keptCall({ teamId: 'team_large', accountId: 'acct_1', place, campaignId: 'camp_rare' })),
        when: [],
      });
    }
    const first = await list('team_large', rare, { limit: 10 });
    expect(first).toMatchObject({ count: 1, count_is_exact: false, next_cursor: expect.any(String) });
    const second = await list('team_large', rare, { limit: 10, cursor: String(first.next_cursor) });
    const third = await list('team_large', rare, { limit: 10, cursor: String(second.next_cursor) });
    expect([first, second, third].flatMap(placesOf)).toEqual([CALLS - 2, ENTRIES_PER_REQUEST, 3]);
    expect([second.count_is_exact, third.next_cursor]).toEqual([false, null]);
  });

  test('an offset beyond that goes on by cursor too', async () => {
    const offset = CALLS - 5;
    let page = await list('team_large', {}, { limit: 10, offset });
    expect(page).toMatchObject({ items: [], count: COUNT_MAX, count_is_exact: false });
    while (page.items.length === 0)
      page = await list('team_large', {}, { limit: 10, cursor: String(page.next_cursor) });
    expect(placesOf(page)).toEqual([4, 3, 2, 1, 0]);
    expect(page.next_cursor).toBeNull();
  });
});

describe('calls under way, which the index does not tell apart', () => {
  const STATUSES = ['queued', 'dialing', 'ringing', 'in_progress', 'ended'] as const;
  const statusAt = (place: number) => STATUSES[place % STATUSES.length] as (typeof STATUSES)[number];
  const withStatus = (place: number, status = statusAt(place), teamId = 'team_busy') => {
    const call = keptCall({ teamId, accountId: 'acct_1', place });
    return { ...claimCall({ ...call, status }), when: [] };
  };

  beforeAll(async () => {
    for (let place = 0; place < 40; place++) await table.write(withStatus(place));
  });

  test.each(STATUSES)('are found and counted as %s, page by page', async (status) => {
    const first = await list('team_busy', { status }, { limit: 5 });
    const second = await list('team_busy', { status }, { limit: 5, cursor: String(first.next_cursor) });
    expect([first, second]).toMatchObject([
      { count: 8, count_is_exact: true, next_cursor: expect.any(String) },
      { count: 8, count_is_exact: true, next_cursor: null },
    ]);
    expect(await list('team_busy', { status }, { limit: 5, offset: 5 })).toMatchObject({ items: second.items });
    const found = [first, second].flatMap(placesOf);
    expect(found).toHaveLength(8);
    expect(found.filter((place) => statusAt(place) !== status)).toEqual([]);
  });

  test('are read for a page by cursor, and not all that are under way', async () => {
    const status = (place: number) => (place % 4 === 0 ? 'ringing' : 'queued');
    for (let place = 0; place < 2_000; place++) await table.write(withStatus(place, status(place), 'team_busiest'));
    let page = await list('team_busiest', { status: 'ringing' }, { limit: 20 });
    expect([page.count, table.lookedAt]).toEqual([500, 2_000]);
    const found = placesOf(page);
    while (page.next_cursor !== null) {
      page = await list('team_busiest', { status: 'ringing' }, { limit: 20, cursor: page.next_cursor });
      expect(table.lookedAt).toBeLessThanOrEqual(200);
      found.push(...placesOf(page));
    }
    expect(found).toEqual(Array.from({ length: 500 }, (_, at) => 4 * (499 - at)));
  });

  test('are found by cursor among many that are under way otherwise', async () => {
    const status = (place: number) => (place < 3 || place >= 1_500 ? 'ringing' : 'queued');
    for (let place = 0; place < 1_503; place++) await table.write(withStatus(place, status(place), 'team_queueing'));
    const first = await list('team_queueing', { status: 'ringing' }, { limit: 2 });
    const cursor = String(first.next_cursor);
    const second = await list('team_queueing', { status: 'ringing' }, { limit: 5, cursor });
    expect([first, second].map(placesOf)).toEqual([
      [1_502, 1_501],
      [1_500, 2, 1, 0],
    ]);
    expect(second.next_cursor).toBeNull();
  });

  test('are found by their new status as soon as it changes', async () => {
    const [ringing] = (await list('team_busy', { status: 'ringing' }, { limit: 1 })).items;
    const call = (await getCall(table, String(ringing?.id))) as CallRecord;
    await writeChange(table, changeCall(call, { status: 'in_progress' }));
    const { items, count } = await list('team_busy', { status: 'in_progress' }, { limit: 20 });
    expect([items.map(({ id }) => id).includes(call.id), count]).toEqual([true, 9]);
  });

  test('a cursor is of one status', async () => {
    const { next_cursor } = await list('team_busy', { status: 'queued' }, { limit: 2 });
    await expect(list('team_busy', { status: 'dialing' }, { limit: 2, cursor: String(next_cursor) })).rejects.toThrow(
      /cursor/,
    );
  });
});
