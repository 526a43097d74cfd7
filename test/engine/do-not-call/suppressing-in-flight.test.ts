import { beforeEach, describe, expect, test } from '@jest/globals';
import { addSuppressions } from '#shared/engine/do-not-call/add-suppressions.ts';
import { keys } from '#shared/store/keys.ts';
import { getCalleeLock, lockCallee } from '#shared/store/limits/callee-locks.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import type { Key, Query } from '#shared/store/table/table.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';

const TEAM = 'team_1';
const CALL = { id: 'call_1', generation: 1 };
const BEGIN = Date.parse('2026-03-02T12:00:00.000Z');
const LOOK_MS = 100;
const PHONES = Array.from({ length: 1_000 }, (_, at) => `+1415555${String(at).padStart(4, '0')}`);
const DIALLED = PHONES[700] as string;

/** Counts the callee locks that are read together, and the searches for contacts, which may take their time. */
class CountingTable extends MemoryTable {
  locksRead: number[] = [];
  searches = 0;
  searchMs = 0;

  override async query<T>(query: Query) {
    this.searches += 1;
    nowMs += this.searchMs;
    return super.query<T>(query);
  }

  override async getMany<T>(wanted: Key[]) {
    if (wanted[0]?.sk === 'LINE') this.locksRead.push(wanted.length);
    return super.getMany<T>(wanted);
  }
}

let table: CountingTable;
let nowMs: number;
beforeEach(() => {
  table = new CountingTable();
  nowMs = BEGIN;
});

const lock = async () => {
  const line = await getCalleeLock(table, TEAM, DIALLED);
  return succeeded(table.write(lockCallee({ teamId: TEAM, phone: DIALLED, line }, CALL, new Date(nowMs))));
};

const setCall = (call_control_id: string | null) =>
  table.write({ put: { ...keys.call(CALL.id), ...CALL, status: 'dialing', call_control_id, error: null } });

/** Suppresses all numbers; the carrier's reply to the dial comes after so long. */
const suppressAll = async (replyAfterMs: number, requestId = 'imp_1') => {
  const now = new Date(BEGIN);
  const sleep = async (ms: number): Promise<void> => {
    nowMs += ms;
    if (nowMs - BEGIN >= replyAfterMs) await setCall('cc_1');
  };
  const ports = {
    table,
    now,
    clock: () => new Date(nowMs),
    sleep,
    newId: () => requestId,
    campaignQueue: { send: async () => undefined },
  };
  const numbers = PHONES.map((phone) => ({ phone }));
  return addSuppressions(ports as never, callerOf('acct_1'), { teamId: TEAM, numbers });
};

describe('while a number is being dialled', () => {
  test('the answer waits for the reply, and looks again at that number alone', async () => {
    await setCall(null);
    expect(await lock()).toBe(true);
    expect(await suppressAll(3_000)).toMatchObject({ added: 1_000, failed: 0 });
    expect(nowMs - BEGIN).toBe(3_000);
    const looks = table.locksRead.slice(-3_000 / LOOK_MS - 1);
    expect(looks).toEqual([PHONES.length, ...Array(3_000 / LOOK_MS).fill(1)]);
  });

  test('it waits no longer than a dial may take', async () => {
    await setCall(null);
    expect(await lock()).toBe(true);
    await suppressAll(Number.POSITIVE_INFINITY);
    expect(nowMs - BEGIN).toBe(12_000);
  });
});

test('a dial that comes after the mark does not get the number', async () => {
  await suppressAll(0);
  expect([await lock(), nowMs - BEGIN]).toEqual([false, 0]);
});

test('a request that is repeated after a crash counts what its first try added; another one finds it present', async () => {
  await suppressAll(0);
  expect(await suppressAll(0)).toMatchObject({ added: 1_000, present: 0, failed: 0 });
  expect(await suppressAll(0, 'imp_2')).toMatchObject({ added: 0, present: 1_000, failed: 0 });
});

test('whose contacts they are is not searched for without end; all are suppressed all the same', async () => {
  table.searchMs = 100;
  expect(await suppressAll(0)).toMatchObject({ added: 1_000, failed: 0 });
  expect(table.searches).toBeGreaterThan(0);
  expect(table.searches).toBeLessThan(200);
  table.searchMs = 0;
  await suppressAll(0);
  expect(table.searches).toBeGreaterThanOrEqual(1_000);
});
