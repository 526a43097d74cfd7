import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import { enforceRetention } from '#shared/engine/privacy/enforce-retention.ts';
import { claimCall } from '#shared/store/call/call-changes.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { storedChanges } from '#shared/store/call/stored-call.ts';
import { keys, partitions } from '#shared/store/keys.ts';
import { getRetention, lookAtOnce } from '#shared/store/privacy/retentions.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { keptCall } from '#test/harness/given/calls/kept-calls.ts';
import { dyingAt } from '#test/harness/stack/dying-table.ts';
import { testTable } from '#test/harness/stack/table.ts';

type Ports = Parameters<typeof enforceRetention>[0];

let account: TestAccount;
let teamId: string;
let nowMs: number;
let ports: Ports;
let asked: string[];
let sent: string[];

beforeAll(async () => {
  account = await newAccount();
});

/** A team that the stack's own sweep does not look at. */
beforeEach(async () => {
  teamId = `team_${randomUUID()}`;
  nowMs = Date.now();
  [asked, sent] = [[], []];
  await testTable().write({
    put: { ...keys.retention(teamId), account_id: account.accountId, team_id: teamId, version: 0 },
  });
  await retain({ transcript_retention_days: 1, recording_retention_days: null });
  ports = {
    table: testTable(),
    clock: () => new Date(nowMs),
    retentionBounds: { transcript: null, recording: null },
    retentionQueue: { send: async (messages) => void sent.push(...messages.map(({ team_id }) => team_id)) },
    recordingRemover: { remove: async () => undefined },
    telephony: {
      deleteRecordings: async ({ callControlId }: { callControlId: string | null }) =>
        void asked.push(callControlId ?? ''),
    },
  };
});

const retain = (days: object) => testTable().write({ update: keys.account(account.accountId), set: { ...days } });

const enforce = (given: Partial<Ports> = {}) => enforceRetention({ ...ports, ...given }, teamId);

let place = 0;

/** A call with words, so many days old. */
const callOf = async (days: number, given: Partial<CallRecord> = {}): Promise<CallRecord> => {
  place += 1;
  const at = new Date(nowMs - days * DAY_MS - (place % 1000)).toISOString();
  const call: CallRecord = {
    ...keptCall({ teamId, accountId: account.accountId, place }),
    outcome: 'answered',
    answered_at: at,
    call_control_id: `cc_${place}`,
    recording_enabled: true,
    created_at: at,
    queued_at: at,
    ended_at: at,
    variables: { order: '4711' },
    ...given,
  };
  await testTable().write(claimCall(call));
  await testTable().write({ put: { ...keys.conversation(call.id), version: 1, state: '{}', actions: '[]' } });
  return call;
};

const hasWords = async ({ id }: Pick<CallRecord, 'id'>): Promise<boolean> =>
  (await testTable().query<object>({ partition: partitions.call(id) })).length > 1;
const areKept = (calls: CallRecord[]) => Promise.all(calls.map(hasWords));

const notes = async () =>
  (await testTable().query<object>({ partition: partitions.laterLooks(teamId) })).map(({ sk }) => sk);

const dueInMs = async () => {
  const { active_sk } = (await testTable().get<{ active_sk: string }>(keys.retention(teamId))) ?? { active_sk: '' };
  return Date.parse(active_sk.split('#')[0] ?? '') - nowMs;
};

/** The entries of the list that were read. */
const counting = (): { table: TableWriter; read(): number } => {
  let entries = 0;
  const table = testTable();
  const counted: TableWriter = {
    ...dyingAt(Number.POSITIVE_INFINITY, 'before').table,
    queryStretch: async (query) => {
      const found = await table.queryStretch<never>(query);
      entries += found.lookedAt;
      return found;
    },
  };
  return { table: counted, read: () => entries };
};

test('what has outlived its retention ends, and the rest is kept', async () => {
  const calls = [await callOf(3), await callOf(1.01), await callOf(0.99), await callOf(0)];
  await enforce();
  expect(await areKept(calls)).toEqual([false, false, true, true]);
  expect(asked).toEqual([]);
  expect(await dueInMs()).toBe(50 * MINUTE_MS);
  nowMs += HOUR_MS;
  await enforce();
  expect(await areKept(calls)).toEqual([false, false, false, true]);
});

test('without a retention nothing ends, and the next look is within a day', async () => {
  await retain({ transcript_retention_days: null });
  const call = await callOf(3_000);
  await enforce();
  expect([await hasWords(call), await dueInMs()]).toEqual([true, 23 * HOUR_MS]);
});

test.each([
  [{ transcript: 2, recording: 2 }, [false, false, true]],
  [{ transcript: 90, recording: 90 }, [false, true, true]],
])('of the account’s 5 days and the operator’s %j the shorter holds', async (retentionBounds, kept) => {
  await retain({ transcript_retention_days: 5 });
  const calls = [await callOf(6), await callOf(3), await callOf(1)];
  await enforce({ retentionBounds });
  expect(await areKept(calls)).toEqual(kept);
});

test('recordings end by themselves, here and at the carrier', async () => {
  await retain({ transcript_retention_days: null, recording_retention_days: 1 });
  const [old, young] = [await callOf(2), await callOf(0)];
  await enforce();
  expect(asked).toEqual([old.call_control_id]);
  expect(await areKept([old, young])).toEqual([true, true]);
  expect(await getCall(testTable(), old.id)).toMatchObject({ recording_deleted_at: expect.any(String) });
});

test('a shorter retention ends more, a longer one brings nothing back', async () => {
  await retain({ transcript_retention_days: 10 });
  const calls = [await callOf(11), await callOf(4), await callOf(2)];
  await enforce();
  expect(await areKept(calls)).toEqual([false, true, true]);
  await retain({ transcript_retention_days: 3 });
  await enforce();
  expect(await areKept(calls)).toEqual([false, false, true]);
  await retain({ transcript_retention_days: 3_650 });
  nowMs += 5 * DAY_MS;
  await enforce();
  expect(await areKept(calls)).toEqual([false, false, true]);
  await retain({ transcript_retention_days: 1 });
  await enforce();
  expect(await areKept(calls)).toEqual([false, false, false]);
});

test('each entry is read once, and none that is younger', async () => {
  for (let days = 30; days > 0; days--) await callOf(days);
  await Promise.all(Array.from({ length: 20 }, () => callOf(0)));
  const first = counting();
  await enforce({ table: first.table });
  expect(first.read()).toBe(30);
  const second = counting();
  nowMs += HOUR_MS;
  await enforce({ table: second.table });
  expect(second.read()).toBe(0);
});

test('more calls than a run has time for are taken up by the next', async () => {
  const calls = [];
  for (let days = 40; days > 10; days--) calls.push(await callOf(days));
  // The clock jumps whenever it is read.
  const clock = () => {
    nowMs += 1_000;
    return new Date(nowMs);
  };
  let runs = 0;
  do {
    sent = [];
    runs += 1;
    await enforce({ clock });
  } while (sent.length > 0);
  expect(runs).toBeGreaterThan(2);
  expect(await areKept(calls)).toEqual(calls.map(() => false));
});

describe('a call that stands before the cutoff and is not over', () => {
  test('is noted, the others go, and it ends its days after its own end', async () => {
    const scheduled_at = new Date(nowMs + 40 * DAY_MS).toISOString();
    const scheduled = await callOf(20, {
      status: 'scheduled',
      ended_at: null,
      answered_at: null,
      outcome: null,
      scheduled_at,
    });
    const live = await callOf(2, { status: 'in_progress', ended_at: null });
    const other = await callOf(2);
    await enforce();
    expect(await areKept([scheduled, live, other])).toEqual([true, true, false]);
    expect((await notes()).length).toBe(2);
    const quiet = counting();
    await enforce({ table: quiet.table });
    expect(quiet.read()).toBe(0);
    const ends = (call: CallRecord) =>
      testTable().write({
        update: keys.call(call.id),
        set: storedChanges({ status: 'ended', ended_at: new Date(nowMs).toISOString() }),
      });
    nowMs += HOUR_MS;
    await ends(live);
    nowMs += DAY_MS - MINUTE_MS;
    await enforce();
    expect(await areKept([scheduled, live])).toEqual([true, true]);
    nowMs += MINUTE_MS;
    await enforce();
    expect(await areKept([scheduled, live])).toEqual([true, false]);
    nowMs = Date.parse(scheduled_at) + 5 * MINUTE_MS;
    await ends(scheduled);
    nowMs += DAY_MS - HOUR_MS;
    await enforce();
    expect(await areKept([scheduled])).toEqual([true]);
    nowMs += HOUR_MS;
    await enforce();
    expect([await areKept([scheduled]), await notes()]).toEqual([[false], []]);
  });

  test('is found when the retention is shortened meanwhile', async () => {
    await retain({ transcript_retention_days: 10 });
    const late = await callOf(12, { ended_at: new Date(nowMs - 5 * DAY_MS).toISOString() });
    await enforce();
    expect(await hasWords(late)).toBe(true);
    await retain({ transcript_retention_days: 4 });
    await enforce();
    expect([await hasWords(late), await notes()]).toEqual([false, []]);
  });
});

describe('what fails', () => {
  beforeEach(() => retain({ recording_retention_days: 1 }));

  test('holds up nobody: ours goes, the run tells of it, and it is tried again', async () => {
    const calls = [];
    for (let days = 30; days > 10; days--) calls.push(await callOf(days));
    let isDown = true;
    let tries = 0;
    const deleteRecordings = async ({ callControlId }: { callControlId: string | null }) => {
      tries += 1;
      if (isDown) throw new Error('The carrier cannot be reached.');
      asked.push(callControlId ?? '');
    };
    const telephony = { deleteRecordings };
    await expect(enforce({ telephony })).rejects.toThrow('cannot be reached');
    expect(tries).toBeLessThan(calls.length);
    expect(await areKept(calls)).toEqual(calls.map(() => false));
    const closed = await Promise.all(calls.map(({ id }) => getCall(testTable(), id)));
    expect(closed.every((call) => call?.recording_deleted_at !== null)).toBe(true);
    nowMs += 2 * MINUTE_MS;
    await expect(enforce({ telephony })).rejects.toThrow('cannot be reached');
    nowMs += 2 * MINUTE_MS;
    isDown = false;
    await enforce({ telephony });
    expect(asked.toSorted()).toEqual(calls.map(({ call_control_id }) => call_control_id).toSorted());
    expect(await notes()).toEqual([]);
  });

  test('for one call for ever leaves the others to end', async () => {
    const poisoned = await callOf(9);
    const telephony = {
      deleteRecordings: async ({ callControlId }: { callControlId: string | null }) => {
        if (callControlId === poisoned.call_control_id) throw new Error('No.');
        asked.push(callControlId ?? '');
      },
    };
    for (let run = 0; run < 3; run++) {
      const other = await callOf(1.01);
      await expect(enforce({ telephony })).rejects.toThrow('No.');
      expect(asked).toContain(other.call_control_id);
      nowMs += HOUR_MS;
    }
    expect(await notes()).toHaveLength(1);
  });
});

test.each(['before', 'after'] as const)(
  'whoever dies %s any of its writes is carried on by the next',
  async (moment) => {
    const scheduled_at = new Date(nowMs + DAY_MS).toISOString();
    const scheduled = await callOf(4, { status: 'scheduled', ended_at: null, scheduled_at });
    const calls = [await callOf(3), await callOf(2)];
    let deaths = 0;
    for (let nth = 1; nth < 60; nth++) {
      const mortal = dyingAt(nth, moment);
      await enforce({ table: mortal.table }).catch(() => undefined);
      if (!mortal.hasDied()) break;
      deaths += 1;
      nowMs += 2 * MINUTE_MS;
    }
    expect(deaths).toBeGreaterThan(3);
    await enforce();
    expect(await areKept([scheduled, ...calls])).toEqual([true, false, false]);
    expect(await notes()).toHaveLength(1);
  },
);

test('of two runs at once one leaves it to the other, and a change while one is at it is looked at anew', async () => {
  const calls = [await callOf(3), await callOf(2)];
  await Promise.all([enforce(), enforce()]);
  await enforce();
  expect(await areKept(calls)).toEqual([false, false]);
  const { version } = (await getRetention(testTable(), teamId)) ?? { version: 0 };
  await testTable().write(lookAtOnce({ account_id: account.accountId, team_id: teamId }, new Date(nowMs)));
  expect((await getRetention(testTable(), teamId))?.version).toBe(version + 1);
  expect(await dueInMs()).toBe(0);
});
