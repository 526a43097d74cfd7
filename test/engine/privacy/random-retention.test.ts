import { expect, test } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '#shared/domain/time.ts';
import { enforceRetention } from '#shared/engine/privacy/enforce-retention.ts';
import type { AccountRecord } from '#shared/store/accounts.ts';
import { claimCall } from '#shared/store/call/call-changes.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { storedChanges } from '#shared/store/call/stored-call.ts';
import { keys, partitions } from '#shared/store/keys.ts';
import { addRetention } from '#shared/store/privacy/retentions.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { keptCall } from '#test/harness/given/calls/kept-calls.ts';
import { seededRandom } from '#test/harness/random.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';

/*
 * Months of a team: calls at once, long ones and scheduled ones, retentions that change, functions that die, a carrier that
 * fails. Whatever happened, each look that ends leaves nothing that has outlived the retention, and nothing else is gone.
 */

const ACCOUNT_ID = 'acct_1';
const TEAM_ID = 'team_1';
const STEPS = 120;
const SEEDS = 8;

interface Kept {
  call: CallRecord;
  endsAt: number;
  /** It has outlived a retention that held at some look. */
  mayBeGone: boolean;
}

const playMonths = async (seed: number): Promise<{ ended: number }> => {
  const random = seededRandom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const table = new MemoryTable();
  let nowMs = Date.parse('2026-03-02T08:00:00.000Z');
  let days: number | null = null;
  let place = 0;
  const all: Kept[] = [];
  const account = { account_id: ACCOUNT_ID, team_ids: [TEAM_ID] } as Partial<AccountRecord>;
  await table.write({ put: { ...keys.account(ACCOUNT_ID), ...account } });
  await table.write(addRetention({ account_id: ACCOUNT_ID, team_id: TEAM_ID }, new Date(nowMs)));

  const begin = async () => {
    const lasts = [0, 0, 60_000, below(5) * DAY_MS, below(60) * DAY_MS][below(5)] ?? 0;
    const isScheduled = lasts > DAY_MS;
    const at = new Date(nowMs).toISOString();
    place += 1;
    const call: CallRecord = {
      ...keptCall({ teamId: TEAM_ID, accountId: ACCOUNT_ID, place }),
      created_at: at,
      queued_at: at,
      conversation_id: `conv_${place}`,
      status: isScheduled ? 'scheduled' : 'in_progress',
      scheduled_at: isScheduled ? new Date(nowMs + lasts - HOUR_MS).toISOString() : null,
    };
    await table.write(claimCall(call));
    await table.write({ put: { ...keys.conversation(call.id), version: 1 } });
    all.push({ call, endsAt: nowMs + lasts, mayBeGone: false });
  };

  const endThoseOver = async () => {
    for (const { call, endsAt } of all) {
      if (endsAt > nowMs || (await getCall(table, call.id))?.status === 'ended') continue;
      const ended_at = new Date(endsAt).toISOString();
      await table.write({ update: keys.call(call.id), set: storedChanges({ status: 'ended', ended_at }) });
    }
  };

  const dying = (): TableWriter => {
    let left = 1 + below(12);
    const writing =
      <Args extends unknown[], Answer>(write: (...args: Args) => Promise<Answer>) =>
      async (...args: Args) => {
        left -= 1;
        if (left < 0) throw new Error('The function dies.');
        const answer = await write(...args);
        if (left === 0) throw new Error('The function dies.');
        return answer;
      };
    return {
      write: writing((operation: Parameters<TableWriter['write']>[0]) => table.write(operation)),
      get: table.get.bind(table),
      getMany: table.getMany.bind(table),
      query: table.query.bind(table),
      queryStretch: table.queryStretch.bind(table),
      transact: table.transact.bind(table),
      updateReturningOld: table.updateReturningOld.bind(table),
      backOff: table.backOff.bind(table),
    };
  };

  const look = async (given: TableWriter, isCarrierDown: boolean): Promise<boolean> => {
    let isMore = false;
    const unreachable = async () => {
      if (isCarrierDown) throw new Error('The carrier cannot be reached.');
    };
    const ports = {
      table: given,
      clock: () => new Date(nowMs),
      retentionBounds: { transcript: null, recording: null },
      retentionQueue: {
        send: async () => {
          isMore = true;
        },
      },
      recordingRemover: { remove: async () => undefined },
      telephony: { deleteRecordings: unreachable, conversations: { delete: unreachable, deleteOfCall: unreachable } },
    };
    await enforceRetention(ports, TEAM_ID).catch((error: Error) => {
      if (!isCarrierDown && given === table) throw error;
    });
    return !isMore;
  };

  const isKept = async ({ call }: Kept) =>
    (await table.query<object>({ partition: partitions.call(call.id) })).length > 1;

  for (let step = 0; step < STEPS; step++) {
    nowMs += below(12) * HOUR_MS + below(HOUR_MS);
    for (let calls = below(4); calls > 0; calls--) await begin();
    await endThoseOver();
    if (below(8) === 0) {
      days = [null, 1, 2, 5, 20][below(5)] ?? null;
      await table.write({ update: keys.account(ACCOUNT_ID), set: { transcript_retention_days: days } });
    }
    const cutoff = days === null ? Number.NEGATIVE_INFINITY : nowMs - days * DAY_MS;
    for (const kept of all) kept.mayBeGone ||= kept.endsAt <= cutoff;
    for (let deaths = below(3); deaths > 0; deaths--) await look(dying(), false);
    if (below(4) > 0)
      await Promise.all([look(table, below(5) === 0), ...(below(5) === 0 ? [look(dying(), false)] : [])]);
    for (let isDone = false; !isDone; ) isDone = await look(table, false);
    for (const kept of all) {
      const found = await isKept(kept);
      if (kept.endsAt <= cutoff) expect([seed, step, kept.call.id, found]).toEqual([seed, step, kept.call.id, false]);
      if (!kept.mayBeGone) expect([seed, step, kept.call.id, found]).toEqual([seed, step, kept.call.id, true]);
    }
  }
  return { ended: all.filter(({ mayBeGone }) => mayBeGone).length };
};

test('what has outlived its retention is gone after each look, and nothing else ever', async () => {
  let ended = 0;
  for (let seed = 1; seed <= SEEDS; seed++) ended += (await playMonths(seed)).ended;
  expect(ended).toBeGreaterThan(SEEDS);
});
