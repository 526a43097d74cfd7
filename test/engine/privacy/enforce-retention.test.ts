import { describe, expect, test } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { storedChanges } from '#shared/store/call/stored-call.ts';
import { keys } from '#shared/store/keys.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { dyingAt } from '#test/harness/stack/dying-table.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { retentionBench } from './retention-bench.ts';

const retention = retentionBench();

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
  const calls = [
    await retention.callOf(3),
    await retention.callOf(1.01),
    await retention.callOf(0.99),
    await retention.callOf(0),
  ];
  await retention.enforce();
  expect(await retention.areKept(calls)).toEqual([false, false, true, true]);
  expect(retention.asked).toEqual([]);
  expect(await retention.dueInMs()).toBe(50 * MINUTE_MS);
  retention.nowMs += HOUR_MS;
  await retention.enforce();
  expect(await retention.areKept(calls)).toEqual([false, false, false, true]);
});

test('without a retention nothing ends, and the next look is within a day', async () => {
  await retention.retain({ transcript_retention_days: null });
  const call = await retention.callOf(3_000);
  await retention.enforce();
  expect([await retention.hasWords(call), await retention.dueInMs()]).toEqual([true, 23 * HOUR_MS]);
});

test.each([
  [{ transcript: 2, recording: 2 }, [false, false, true]],
  [{ transcript: 90, recording: 90 }, [false, true, true]],
])('of the account’s 5 days and the operator’s %j the shorter holds', async (retentionBounds, kept) => {
  await retention.retain({ transcript_retention_days: 5 });
  const calls = [await retention.callOf(6), await retention.callOf(3), await retention.callOf(1)];
  await retention.enforce({ retentionBounds });
  expect(await retention.areKept(calls)).toEqual(kept);
});

test('recordings end by themselves, here and at the carrier', async () => {
  await retention.retain({ transcript_retention_days: null, recording_retention_days: 1 });
  const [old, young] = [await retention.callOf(2), await retention.callOf(0)];
  await retention.enforce();
  expect(retention.asked).toEqual([old.call_control_id]);
  expect(await retention.areKept([old, young])).toEqual([true, true]);
  expect(await getCall(testTable(), old.id)).toMatchObject({ recording_deleted_at: expect.any(String) });
});

test('a shorter retention ends more, a longer one brings nothing back', async () => {
  await retention.retain({ transcript_retention_days: 10 });
  const calls = [await retention.callOf(11), await retention.callOf(4), await retention.callOf(2)];
  await retention.enforce();
  expect(await retention.areKept(calls)).toEqual([false, true, true]);
  await retention.retain({ transcript_retention_days: 3 });
  await retention.enforce();
  expect(await retention.areKept(calls)).toEqual([false, false, true]);
  await retention.retain({ transcript_retention_days: 3_650 });
  retention.nowMs += 5 * DAY_MS;
  await retention.enforce();
  expect(await retention.areKept(calls)).toEqual([false, false, true]);
  await retention.retain({ transcript_retention_days: 1 });
  await retention.enforce();
  expect(await retention.areKept(calls)).toEqual([false, false, false]);
});

test('each entry is read once, and none that is younger', async () => {
  for (let days = 30; days > 0; days--) await retention.callOf(days);
  await Promise.all(Array.from({ length: 20 }, () => retention.callOf(0)));
  const first = counting();
  await retention.enforce({ table: first.table });
  expect(first.read()).toBe(30);
  const second = counting();
  retention.nowMs += HOUR_MS;
  await retention.enforce({ table: second.table });
  expect(second.read()).toBe(0);
});

test('more calls than a run has time for are taken up by the next', async () => {
  const calls = [];
  for (let days = 40; days > 10; days--) calls.push(await retention.callOf(days));
  // The clock jumps whenever it is read.
  const clock = () => {
    retention.nowMs += 1_000;
    return new Date(retention.nowMs);
  };
  let runs = 0;
  do {
    retention.sent = [];
    runs += 1;
    await retention.enforce({ clock });
  } while (retention.sent.length > 0);
  expect(runs).toBeGreaterThan(2);
  expect(await retention.areKept(calls)).toEqual(calls.map(() => false));
});

describe('a call that stands before the cutoff and is not over', () => {
  test('is noted, the others go, and it ends its days after its own end', async () => {
    const scheduled_at = new Date(retention.nowMs + 40 * DAY_MS).toISOString();
    const scheduled = await retention.callOf(20, {
      status: 'scheduled',
      ended_at: null,
      answered_at: null,
      outcome: null,
      scheduled_at,
    });
    const live = await retention.callOf(2, { status: 'in_progress', ended_at: null });
    const other = await retention.callOf(2);
    await retention.enforce();
    expect(await retention.areKept([scheduled, live, other])).toEqual([true, true, false]);
    expect((await retention.notes()).length).toBe(2);
    const quiet = counting();
    await retention.enforce({ table: quiet.table });
    expect(quiet.read()).toBe(0);
    const ends = (call: CallRecord) =>
      testTable().write({
        update: keys.call(call.id),
        set: storedChanges({ status: 'ended', ended_at: new Date(retention.nowMs).toISOString() }),
      });
    retention.nowMs += HOUR_MS;
    await ends(live);
    retention.nowMs += DAY_MS - MINUTE_MS;
    await retention.enforce();
    expect(await retention.areKept([scheduled, live])).toEqual([true, true]);
    retention.nowMs += MINUTE_MS;
    await retention.enforce();
    expect(await retention.areKept([scheduled, live])).toEqual([true, false]);
    retention.nowMs = Date.parse(scheduled_at) + 5 * MINUTE_MS;
    await ends(scheduled);
    retention.nowMs += DAY_MS - HOUR_MS;
    await retention.enforce();
    expect(await retention.areKept([scheduled])).toEqual([true]);
    retention.nowMs += HOUR_MS;
    await retention.enforce();
    expect([await retention.areKept([scheduled]), await retention.notes()]).toEqual([[false], []]);
  });

  test('is found when the retention is shortened meanwhile', async () => {
    await retention.retain({ transcript_retention_days: 10 });
    const late = await retention.callOf(12, { ended_at: new Date(retention.nowMs - 5 * DAY_MS).toISOString() });
    await retention.enforce();
    expect(await retention.hasWords(late)).toBe(true);
    await retention.retain({ transcript_retention_days: 4 });
    await retention.enforce();
    expect([await retention.hasWords(late), await retention.notes()]).toEqual([false, []]);
  });
});
