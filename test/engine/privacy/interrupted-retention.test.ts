import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { getRetention, lookAtOnce } from '#shared/store/privacy/retentions.ts';
import { dyingAt } from '#test/harness/stack/dying-table.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { retentionBench } from './retention-bench.ts';

const retention = retentionBench();

describe('what fails', () => {
  beforeEach(() => retention.retain({ recording_retention_days: 1 }));

  test('holds up nobody: ours goes, the run tells of it, and it is tried again', async () => {
    const calls = [];
    for (let days = 30; days > 10; days--) calls.push(await retention.callOf(days));
    let isDown = true;
    let tries = 0;
    const deleteRecordings = async ({ callControlId }: { callControlId: string | null }) => {
      tries += 1;
      if (isDown) throw new Error('The carrier cannot be reached.');
      retention.asked.push(callControlId ?? '');
    };
    const telephony = { deleteRecordings };
    await expect(retention.enforce({ telephony })).rejects.toThrow('cannot be reached');
    expect(tries).toBeLessThan(calls.length);
    expect(await retention.areKept(calls)).toEqual(calls.map(() => false));
    const closed = await Promise.all(calls.map(({ id }) => getCall(testTable(), id)));
    expect(closed.every((call) => call?.recording_deleted_at !== null)).toBe(true);
    retention.nowMs += 2 * MINUTE_MS;
    await expect(retention.enforce({ telephony })).rejects.toThrow('cannot be reached');
    retention.nowMs += 2 * MINUTE_MS;
    isDown = false;
    await retention.enforce({ telephony });
    expect(retention.asked.toSorted()).toEqual(calls.map(({ call_control_id }) => call_control_id).toSorted());
    expect(await retention.notes()).toEqual([]);
  });

  test('for one call for ever leaves the others to end', async () => {
    const poisoned = await retention.callOf(9);
    const telephony = {
      deleteRecordings: async ({ callControlId }: { callControlId: string | null }) => {
        if (callControlId === poisoned.call_control_id) throw new Error('No.');
        retention.asked.push(callControlId ?? '');
      },
    };
    for (let run = 0; run < 3; run++) {
      const other = await retention.callOf(1.01);
      await expect(retention.enforce({ telephony })).rejects.toThrow('No.');
      expect(retention.asked).toContain(other.call_control_id);
      retention.nowMs += HOUR_MS;
    }
    expect(await retention.notes()).toHaveLength(1);
  });
});

test.each(['before', 'after'] as const)(
  'whoever dies %s any of its writes is carried on by the next',
  async (moment) => {
    const scheduled_at = new Date(retention.nowMs + DAY_MS).toISOString();
    const scheduled = await retention.callOf(4, { status: 'scheduled', ended_at: null, scheduled_at });
    const calls = [await retention.callOf(3), await retention.callOf(2)];
    let deaths = 0;
    for (let nth = 1; nth < 60; nth++) {
      const mortal = dyingAt(nth, moment);
      await retention.enforce({ table: mortal.table }).catch(() => undefined);
      if (!mortal.hasDied()) break;
      deaths += 1;
      retention.nowMs += 2 * MINUTE_MS;
    }
    expect(deaths).toBeGreaterThan(3);
    await retention.enforce();
    expect(await retention.areKept([scheduled, ...calls])).toEqual([true, false, false]);
    expect(await retention.notes()).toHaveLength(1);
  },
);

test('of two runs at once one leaves it to the other, and a change while one is at it is looked at anew', async () => {
  const calls = [await retention.callOf(3), await retention.callOf(2)];
  await Promise.all([retention.enforce(), retention.enforce()]);
  await retention.enforce();
  expect(await retention.areKept(calls)).toEqual([false, false]);
  const { version } = (await getRetention(testTable(), retention.teamId)) ?? { version: 0 };
  await testTable().write(
    lookAtOnce({ account_id: retention.account.accountId, team_id: retention.teamId }, new Date(retention.nowMs)),
  );
  expect((await getRetention(testTable(), retention.teamId))?.version).toBe(version + 1);
  expect(await retention.dueInMs()).toBe(0);
});
