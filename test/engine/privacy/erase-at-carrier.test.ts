import { expect, test } from '@jest/globals';
import { erasePerson } from '#shared/engine/privacy/erase-person.ts';
import type { CarrierCallIds } from '#shared/ports/telephony.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { erasureBench } from './erasure-bench.ts';

const erasing = erasureBench();

test('a carrier that cannot be reached holds up its own copies alone, and is asked again', async () => {
  const id = await erasing.request();
  const deleteRecordings = () => Promise.reject(new Error('The carrier cannot be reached.'));
  const unreachable = { ...erasing.ports, telephony: { ...erasing.ports.telephony, deleteRecordings } };
  await expect(erasePerson(unreachable, id)).rejects.toThrow('cannot be reached');
  expect(await erasing.statusOf(id)).toBe('pending');
  expect(await erasing.found()).toEqual([]);
  await erasePerson(erasing.ports, id);
  expect(await erasing.statusOf(id)).toBe('completed');
  expect(erasing.deletedAtCarrier[0]?.callControlId).toBe(erasing.bench.call.call_control_id);
});

test('of many calls those that a carrier holds up hold up no other', async () => {
  const others: string[] = [];
  for (let count = 0; count < 45; count++) {
    const { call } = await newLiveCall(erasing.account, {
      contact_id: erasing.contactId,
      status: 'ended',
      to_number: calleePhone(),
    });
    others.push(call.id);
  }
  const deleteRecordings = async () => {
    throw new Error('The carrier cannot be reached.');
  };
  const id = await erasing.request();
  const hanging = { ...erasing.ports, telephony: { ...erasing.ports.telephony, deleteRecordings } };
  await expect(erasePerson(hanging, id)).rejects.toThrow('cannot be reached');
  const calls = await Promise.all(others.map((call) => getCall(testTable(), call)));
  expect(calls.filter((call) => call?.to_number !== '')).toEqual([]);
  await erasePerson(erasing.ports, id);
  expect([await erasing.statusOf(id), erasing.deletedAtCarrier.length]).toEqual(['completed', 2 * (others.length + 1)]);
});

test('one call that the carrier refuses for ever holds up no other, and the erasure stays pending', async () => {
  const others: string[] = [];
  for (let count = 0; count < 9; count++) {
    const { call } = await newLiveCall(erasing.account, {
      contact_id: erasing.contactId,
      status: 'ended',
      to_number: calleePhone(),
    });
    others.push(String(call.call_control_id));
  }
  const refusing = async (ids: CarrierCallIds): Promise<void> => {
    if (ids.callControlId === erasing.bench.call.call_control_id) throw new Error('422');
    erasing.deletedAtCarrier.push(ids);
  };
  const id = await erasing.request();
  const given = { ...erasing.ports, telephony: { ...erasing.ports.telephony, deleteRecordings: refusing } };
  await expect(erasePerson(given, id)).rejects.toThrow('422');
  const asked = new Set(erasing.deletedAtCarrier.map(({ callControlId }) => callControlId));
  expect(others.filter((callControlId) => !asked.has(callControlId))).toEqual([]);
  expect(await erasing.statusOf(id)).toBe('pending');
});
