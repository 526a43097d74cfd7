import { expect, test } from '@jest/globals';
import { getCalleeLock, lockCallee, unlockCallee } from '#shared/store/limits/callee-locks.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { testTable } from '#test/harness/stack/table.ts';

test('a late claim of a call neither frees nor takes the lock that a later claim of it holds', async () => {
  const table = testTable();
  const [team, phone] = [`team_${crypto.randomUUID()}`, calleePhone()];
  const [early, late] = [1, 2].map((generation) => ({ id: 'call_of_one_attempt', generation })) as [Claim, Claim];
  const lock = async (claim: Claim) => {
    const line = await getCalleeLock(table, team, phone);
    return succeeded(table.write(lockCallee({ teamId: team, phone, line }, claim, new Date())));
  };
  const unlock = (claim: Claim) => succeeded(table.write(unlockCallee(team, phone, claim)));
  expect([await lock(early), await lock(late)]).toEqual([true, true]);
  expect([await unlock(early), await lock(early)]).toEqual([false, false]);
  expect(await getCalleeLock(table, team, phone)).toMatchObject({ live_call_id: late.id, live_generation: 2 });
  expect(await unlock(late)).toBe(true);
  expect((await getCalleeLock(table, team, phone))?.live_call_id).toBeUndefined();
});

type Claim = Parameters<typeof lockCallee>[1];
