import { describe, expect, test } from '@jest/globals';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { erasePerson } from '#shared/engine/privacy/erase-person.ts';
import { addStandaloneCall } from '#shared/store/call/call-changes.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { calleeLockKey } from '#shared/store/limits/callee-locks.ts';
import { linePartition } from '#shared/store/line/line-keys.ts';
import { dyingAt } from '#test/harness/stack/dying-table.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { erasureBench, LAST_LOOK_MS } from './erasure-bench.ts';

const erasing = erasureBench();

describe('the last look', () => {
  const erasureItem = (id: string) =>
    testTable().get<{ active_sk?: string; last_look_at: string | null }>({ pk: `ERASURE#${id}`, sk: 'ERASURE' });

  test('comes after a while, takes what was written late, asks the carrier once more, and is the last', async () => {
    const id = await erasing.request();
    await erasePerson(erasing.ports, id);
    const asked = erasing.deletedAtCarrier.length;
    await testTable().write({
      put: { pk: `CALL#${erasing.bench.call.id}`, sk: 'CONVERSATION#WORDS#9', words: erasing.values[0] },
    });
    erasing.laterMs = LAST_LOOK_MS;
    await erasePerson(erasing.ports, id);
    expect(await erasing.found()).toEqual([]);
    expect(erasing.deletedAtCarrier.length).toBe(2 * asked);
    expect(await erasureItem(id)).toMatchObject({ last_look_at: null });
    expect(await erasureItem(id)).not.toHaveProperty('active_sk');
    await erasePerson(erasing.ports, id);
    expect(erasing.deletedAtCarrier.length).toBe(2 * asked);
  });

  test('is not taken by a message that comes before its time', async () => {
    const id = await erasing.request();
    await erasePerson(erasing.ports, id);
    const before = await erasureItem(id);
    await erasePerson(erasing.ports, id);
    expect(await erasureItem(id)).toEqual(before);
    expect(Date.parse(before?.active_sk?.split('#')[0] ?? '') - Date.now()).toBeGreaterThan(15 * MINUTE_MS);
  });
});

describe('nothing leads from the number to its calls', () => {
  const partition = () => linePartition(erasing.account.teamId, erasing.values[3] as string);
  const lineItems = async () => (await testTable().query<object>({ partition: partition() })).map(({ sk }) => sk);
  const inboundBefore = () => ({
    ...erasing.newInboundRecord(erasing.values[3] as string),
    created_at: erasing.bench.call.created_at,
  });

  test('once the last look is taken; what came after the request stays', async () => {
    const [before, after] = [inboundBefore(), erasing.newInboundRecord(erasing.values[3] as string)];
    await testTable().transact(addStandaloneCall(before));
    const at = new Date().toISOString();
    const dials = [erasing.bench.call.id, 'call_released'].map((call_id) => ({ call_id, generation: 1, at }));
    await testTable().write({
      update: calleeLockKey(erasing.account.teamId, erasing.values[3] as string),
      set: { dials, dials_version: 1 },
    });
    await testTable().write({ put: { pk: partition(), sk: 'CALLBACK', call_id: erasing.bench.call.id } });
    const id = await erasing.request();
    await testTable().transact(addStandaloneCall(after));
    await erasePerson(erasing.ports, id);
    expect(await lineItems()).toContain(`CALL#${before.id}`);
    erasing.laterMs = LAST_LOOK_MS;
    await erasePerson(erasing.ports, id);
    expect(await lineItems()).toEqual([`CALL#${after.id}`, 'CONTACTS', 'LINE']);
    const line = await testTable().get<object>(calleeLockKey(erasing.account.teamId, erasing.values[3] as string));
    expect(JSON.stringify(line)).not.toContain('call_');
    expect(await getCall(testTable(), before.id)).toMatchObject({ from_number: '', call_control_id: null });
    await testTable().write({ delete: { pk: `CALL#${after.id}`, sk: 'CALL' } });
  });

  test.each(['before', 'after'] as const)('though whoever takes it dies %s any of its writes', async (moment) => {
    const before = inboundBefore();
    await testTable().transact(addStandaloneCall(before));
    const id = await erasing.request();
    await erasePerson(erasing.ports, id);
    erasing.laterMs = LAST_LOOK_MS;
    let deaths = 0;
    for (let nth = 1; ; nth++) {
      const mortal = dyingAt(nth, moment);
      await erasePerson({ ...erasing.ports, table: mortal.table }, id).catch(() => undefined);
      if (!mortal.hasDied()) break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(2);
    await erasePerson(erasing.ports, id);
    expect(await lineItems()).toEqual(['CONTACTS', 'LINE']);
    expect(await getCall(testTable(), before.id)).toMatchObject({ call_control_id: null });
  });
});
