import { describe, expect, test } from '@jest/globals';
import { receiveEvent } from '#shared/engine/call/receive-event.ts';
import { applyOptOut } from '#shared/engine/do-not-call/apply-opt-out.ts';
import { erasePerson } from '#shared/engine/privacy/erase-person.ts';
import { announcing } from '#shared/engine/webhook/announce.ts';
import { addStandaloneCall } from '#shared/store/call/call-changes.ts';
import { deliveryKeysOf } from '#shared/store/call/call-leftovers.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { calleeLockKey } from '#shared/store/limits/callee-locks.ts';
import { heard, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { readCall } from '#test/harness/read.ts';
import { dyingAt } from '#test/harness/stack/dying-table.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { erasureBench, LAST_LOOK_MS } from './erasure-bench.ts';

const erasing = erasureBench();

test('nothing of the person is left, and the carrier has deleted its copies', async () => {
  expect(await erasing.found()).not.toEqual([]);
  const id = await erasing.request();
  await erasePerson(erasing.ports, id);
  expect(await erasing.statusOf(id)).toBe('completed');
  expect(await erasing.found()).toEqual([]);
  const { account_id } = erasing.bench.call;
  expect(erasing.removed).toEqual([
    `exports/${account_id}/${erasing.contactId}.json`,
    ...['wav', 'mp3'].map((extension) => `${account_id}/${erasing.bench.call.id}.${extension}`),
  ]);
  expect(erasing.deletedAtCarrier[0]?.callControlId).toBe(erasing.bench.call.call_control_id);
  expect((await readCall(erasing.account, erasing.bench.call.id)).call_control_id).toBeNull();
  erasing.laterMs = LAST_LOOK_MS;
  await erasePerson(erasing.ports, id);
  expect(await getCall(testTable(), erasing.bench.call.id)).toMatchObject({ call_control_id: null, status: 'ended' });
});

test.each(['before', 'after'] as const)(
  'whoever dies %s any of its writes is carried on by the next',
  async (moment) => {
    const id = await erasing.request();
    let deaths = 0;
    for (let nth = 1; ; nth++) {
      const mortal = dyingAt(nth, moment);
      const outcome = await erasePerson({ ...erasing.ports, table: mortal.table }, id).catch(
        (error: Error) => error.message,
      );
      if (!mortal.hasDied()) break;
      deaths += 1;
      expect(outcome).toBe('The function dies.');
    }
    expect(deaths).toBeGreaterThan(2);
    await erasePerson(erasing.ports, id);
    expect(await erasing.statusOf(id)).toBe('completed');
    expect(await erasing.found()).toEqual([]);
  },
);

describe('what comes late brings nothing back', () => {
  test('a conclusion under way when the person is erased', async () => {
    const { extract } = erasing.bench.models;
    erasing.bench.models = {
      ...erasing.bench.models,
      extract: async (asked) => {
        await erasePerson(erasing.ports, await erasing.request());
        return extract(asked);
      },
    };
    await erasing.bench.conclude();
    expect(await erasing.found()).toEqual([]);
    expect(await getCall(testTable(), erasing.bench.call.id)).toMatchObject({ summary: null, concluded_at: null });
  });

  test('words, and events of the carrier', async () => {
    await erasePerson(erasing.ports, await erasing.request());
    await erasing.bench.deliver(heard(`And my name is ${erasing.values[0]}.`, 'late'));
    const data = {
      call_control_id: 'cc_late',
      call_leg_id: 'leg_late',
      client_state: Buffer.from(JSON.stringify({ call_id: erasing.bench.call.id, generation: 1 })).toString('base64'),
      from: erasing.bench.call.from_number,
      to: erasing.bench.call.to_number,
      direction: 'outbound',
      recording_url: `https://carrier.example/${erasing.values[0]}.wav`,
    };
    const received_at = new Date().toISOString();
    const eventPorts = {
      ...erasing.bench.ports,
      conversationQueue: erasing.bench.ports.campaignQueue,
      recordingQueue: erasing.bench.ports.campaignQueue,
      checkTranscriber: () => null,
    } as never as Parameters<typeof receiveEvent>[0];
    for (const type of ['call.recording.saved', 'call.completed'] as const)
      await receiveEvent(eventPorts, { event: { type, data } as never, received_at });
    expect(await erasing.found()).toEqual([]);
    expect(await getCall(testTable(), erasing.bench.call.id)).toMatchObject({ recording_url: null, call_leg_id: null });
  });

  test('an event told of the call, whose receiver was to hear of it again', async () => {
    const call = await getCall(testTable(), erasing.bench.call.id);
    if (!call) throw new Error('The call is gone.');
    const now = new Date();
    const changes = { events: { 'call.hangup': now.toISOString() } };
    const { change, outbox } = await announcing(testTable(), { before: call, changes, now });
    expect(outbox).not.toEqual([]);
    await testTable().transact([change, ...outbox]);
    await erasePerson(erasing.ports, await erasing.request());
    const left = await testTable().getMany(deliveryKeysOf(call.id));
    expect(left.filter((delivery) => delivery !== undefined)).toEqual([]);
  });
});

test.each([
  ['outbound', { live_generation: 1 }, 'live_call_id'],
  ['inbound', {}, 'inbound_call_id'],
] as const)(
  'an %s call whose number is still taken by it is waited for: without the number nobody could free it',
  async (direction, held, field) => {
    const other = calleePhone();
    const parties = direction === 'inbound' ? { from_number: other, to_number: '+14155550100' } : { to_number: other };
    const { call } = await newLiveCall(erasing.account, {
      contact_id: erasing.contactId,
      status: 'ended',
      direction,
      ...parties,
    });
    const key = calleeLockKey(erasing.account.teamId, other);
    await testTable().write({ put: { ...key, [field]: call.id, ...held } });
    const id = await erasing.request();
    await erasePerson(erasing.ports, id);
    expect([await erasing.statusOf(id), erasing.sent.at(-1)]).toEqual(['pending', { erasure_id: id }]);
    expect(await getCall(testTable(), call.id)).toMatchObject(parties);
    await testTable().write({ update: key, remove: [field] });
    await erasePerson(erasing.ports, id);
    expect(await erasing.statusOf(id)).toBe('completed');
    expect(await getCall(testTable(), call.id)).toMatchObject(
      direction === 'inbound' ? { from_number: '' } : { to_number: '' },
    );
  },
);

test('a call from the number after the request is of somebody new, and stays', async () => {
  const id = await erasing.request();
  const phone = erasing.values[3] as string;
  const fresh = erasing.newInboundRecord(phone);
  await testTable().transact(addStandaloneCall(fresh));
  await erasePerson(erasing.ports, id);
  expect(await getCall(testTable(), fresh.id)).toMatchObject({ from_number: phone, erased_at: null });
  await testTable().write({ delete: { pk: `CALL#${fresh.id}`, sk: 'CALL' } });
});

test('words from before that ask for no more calls do not list the number anew', async () => {
  const call = await getCall(testTable(), erasing.bench.call.id);
  if (!call) throw new Error('The call is gone.');
  await erasePerson(erasing.ports, await erasing.request());
  await applyOptOut(erasing.ports, call);
  expect(await erasing.found()).toEqual([]);
});

test('of two runs at once both leave the person erased', async () => {
  const id = await erasing.request();
  await Promise.all([erasePerson(erasing.ports, id), erasePerson(erasing.ports, id)]);
  await erasePerson(erasing.ports, id);
  expect(await erasing.statusOf(id)).toBe('completed');
  expect(await erasing.found()).toEqual([]);
});
