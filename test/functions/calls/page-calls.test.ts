import { beforeEach, describe, expect, test } from '@jest/globals';
import type { InputOf } from '#shared/client/client.ts';
import { chunked } from '#shared/domain/lists.ts';
import type { CallRow } from '#shared/schemas/call.ts';
import { claimCall } from '#shared/store/call/call-changes.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { keptCall } from '#test/harness/given/calls/kept-calls.ts';
import { statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';

type Filter = Omit<InputOf<'listCalls'>, 'teamId'>;

const CALLS = 250;
const PER_TRANSACTION = 50;

let account: TestAccount;
let placed: number;

beforeEach(async () => {
  account = await newAccount();
  placed = 0;
  await place(CALLS);
});

/** Calls that are over, each newer than all before. */
const place = async (count: number): Promise<void> => {
  const { accountId, teamId } = account;
  const calls = Array.from({ length: count }, (_, at) => keptCall({ accountId, teamId, place: placed + at }));
  placed += count;
  for (const some of chunked(calls, PER_TRANSACTION)) await testTable().transact(some.map(claimCall));
};

const list = (filter: Filter = {}) => account.api.listCalls({ teamId: account.teamId, ...filter });

/** Walks to the end; `between` happens after every page. */
const walk = async (filter: Filter, between: () => Promise<unknown> = async () => {}) => {
  const pages: Awaited<ReturnType<typeof list>>[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await list({ ...filter, ...(cursor && { cursor }) });
    pages.push(page);
    cursor = page.next_cursor;
    await between();
  } while (cursor);
  return pages;
};

const callsOf = (pages: { calls: CallRow[] }[]): CallRow[] => pages.flatMap(({ calls }) => calls);
const idsOf = (calls: CallRow[]): string[] => calls.map(({ id }) => id);

describe('a walk by cursor', () => {
  test('shows every call once, newest first, while new ones arrive', async () => {
    const pages = await walk({ limit: 40 }, () => place(7));
    const calls = callsOf(pages);
    expect(new Set(idsOf(calls)).size).toBe(CALLS);
    expect(calls).toHaveLength(CALLS);
    const times = calls.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(pages.map((page) => page.calls.length)).toEqual([40, 40, 40, 40, 40, 40, 10]);
    expect(pages.map(({ count, count_is_exact }) => [count, count_is_exact])).toEqual(pages.map(() => [CALLS, true]));
    expect((await list()).count).toBe(CALLS + 7 * pages.length);
  });

  test('with filters it shows what matches, and pages are full', async () => {
    const pages = await walk({ outcome: 'answered', limit: 10 }, () => place(10));
    expect(pages.map((page) => page.calls.length)).toEqual([10, 10, 5]);
    expect(callsOf(pages).every(({ outcome }) => outcome === 'answered')).toBe(true);
    expect(pages.map(({ count }) => count)).toEqual([25, 25, 25]);
  });

  test('within bounds of time', async () => {
    const all = callsOf(await walk({ limit: 200 }));
    const [to, from] = [all[49]?.created_at, all[149]?.created_at];
    const calls = callsOf(await walk({ from, to, limit: 33 }));
    expect(idsOf(calls)).toEqual(idsOf(all.slice(50, 150)));
  });

  test('finds what offset finds', async () => {
    const all = idsOf(callsOf(await walk({ limit: 200 })));
    const page = await list({ offset: 100, limit: 50 });
    expect(idsOf(page.calls)).toEqual(all.slice(100, 150));
    expect([page.count, page.offset, page.limit]).toEqual([CALLS, 100, 50]);
    expect(idsOf((await list({ cursor: String(page.next_cursor), limit: 50 })).calls)).toEqual(all.slice(150, 200));
    expect(await list({ offset: CALLS })).toMatchObject({ calls: [], count: CALLS, next_cursor: null });
  });

  test('ends with the page that shows the last call', async () => {
    expect(await list({ limit: 200, offset: 50 })).toMatchObject({ count: CALLS, next_cursor: null });
    const other = await newAccount();
    expect(await other.api.listCalls({ teamId: other.teamId })).toMatchObject({
      calls: [],
      count: 0,
      count_is_exact: true,
      next_cursor: null,
    });
  });
});

describe('400', () => {
  const cursorOf = async (filter: Filter = {}): Promise<string> => String((await list(filter)).next_cursor);

  test('cursor with offset, even with offset 0', async () => {
    const cursor = await cursorOf();
    expect(await wrongFieldsOf(list({ cursor, offset: 10 }))).toEqual(['offset']);
    expect(await wrongFieldsOf(list({ cursor, offset: 0 }))).toEqual(['offset']);
  });

  test.each(['x', 'bnVsbA', '!!!!', 'W10', `${'e'.repeat(900)}`])('the cursor %s', async (cursor) => {
    expect(await wrongFieldsOf(list({ cursor }))).toEqual(['cursor']);
  });

  test('a cursor that was changed, cut, or is empty', async () => {
    const cursor = await cursorOf();
    const packed = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const forged = Buffer.from(JSON.stringify(packed.with(3, 5))).toString('base64url');
    for (const wrong of [forged, cursor.slice(0, -4), '']) {
      expect(await wrongFieldsOf(list({ cursor: wrong }))).toEqual(['cursor']);
    }
  });

  test('a cursor of other filters', async () => {
    const cursor = await cursorOf({ outcome: 'answered', limit: 5 });
    expect(await wrongFieldsOf(list({ cursor }))).toEqual(['cursor']);
    expect(await wrongFieldsOf(list({ cursor, outcome: 'no_answer' }))).toEqual(['cursor']);
    expect((await list({ cursor, outcome: 'answered' })).calls).toHaveLength(20);
  });

  test("another account's cursor, and that of another list", async () => {
    const cursor = await cursorOf();
    const other = await newAccount();
    expect(await wrongFieldsOf(other.api.listCalls({ teamId: other.teamId, cursor }))).toEqual(['cursor']);
    expect(await wrongFieldsOf(other.api.listWebhookDeliveries({ accountSlug: other.slug, cursor }))).toEqual([
      'cursor',
    ]);
    expect(await statusOf(account.api.listCalls({ teamId: other.teamId, cursor }))).toBe(403);
  });
});
