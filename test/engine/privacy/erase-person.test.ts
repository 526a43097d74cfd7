import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { keptNumberHash } from '#infra/local/process/number-hash.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { receiveEvent } from '#shared/engine/call/receive-event.ts';
import { applyOptOut } from '#shared/engine/do-not-call/apply-opt-out.ts';
import { erasePerson } from '#shared/engine/privacy/erase-person.ts';
import { repeatErasure } from '#shared/engine/privacy/repeat-erasure.ts';
import { requestErasure } from '#shared/engine/privacy/request-erasure.ts';
import { announcing } from '#shared/engine/webhook/announce.ts';
import type { LoggedErasure } from '#shared/ports/personal-data.ts';
import type { CarrierCallIds } from '#shared/ports/telephony.ts';
import { addStandaloneCall } from '#shared/store/call/call-changes.ts';
import { deliveryKeysOf } from '#shared/store/call/call-leftovers.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { getContact } from '#shared/store/contacts.ts';
import { hashWith } from '#shared/store/hashed-lines.ts';
import { calleeLockKey } from '#shared/store/limits/callee-locks.ts';
import { linePartition } from '#shared/store/line-keys.ts';
import { type ErasureRecord, getErasure } from '#shared/store/privacy/erasures.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { ANSWERED, HUNG_UP, heard, type LiveCall, newLiveCall } from '#test/harness/given/live-call.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { receiverFor } from '#test/harness/given/webhooks.ts';
import { readCall } from '#test/harness/read.ts';
import { dyingAt } from '#test/harness/stack/dying-table.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { tableContents } from '#test/harness/stack/table-contents.ts';

/** After the last look is due. */
const LAST_LOOK_MS = 21 * MINUTE_MS;

const newInboundRecord = (from_number: string): CallRecord => {
  const later = new Date(Date.now() + MINUTE_MS).toISOString();
  return {
    ...bench.call,
    id: `call_${randomUUID()}`,
    direction: 'inbound',
    contact_id: null,
    status: 'ended',
    from_number,
    to_number: '+14155550100',
    created_at: later,
    queued_at: later,
  };
};

type Ports = Parameters<typeof erasePerson>[0] & Parameters<typeof requestErasure>[0];

let account: TestAccount;
let assistantId: string;
let bench: LiveCall;
let contactId: string;
let ports: Ports;
/** What the bucket and the carrier were asked to delete. */
let removed: string[];
let deletedAtCarrier: CarrierCallIds[];
/** How far the erasure's clock is ahead. */
let laterMs: number;
let sent: { erasure_id: string }[];
/** What nobody may find any more. */
let values: string[];

beforeAll(async () => {
  account = await newAccount();
  await receiverFor(account);
  assistantId = (await account.given.assistant({ templateId: 'outbound-setter' })).id;
});

beforeEach(async () => {
  const unique = () => `v${randomUUID().slice(0, 13)}`;
  const [firstName, notes, said] = [unique(), unique(), unique()];
  const phone = calleePhone(CALLEE.doesNotAnswer);
  const contact = await account.given.contact({ firstName, notes, phone, customFields: { secret: unique() } });
  contactId = contact.id;
  bench = await newLiveCall(account, { assistant_id: assistantId, contact_id: contact.id, to_number: phone });
  await bench.deliver(ANSWERED, heard(`My secret is ${said}.`), HUNG_UP);
  await bench.end();
  values = [firstName, notes, said, phone, phone.slice(1), String(contact.custom_fields.secret)];
  [removed, deletedAtCarrier, sent] = [[], [], []];
  laterMs = 0;
  ports = {
    table: testTable(),
    clock: () => new Date(Date.now() + laterMs),
    sleep: async () => undefined,
    newId: (prefix) => `${prefix}_${randomUUID()}`,
    hashLine: async (partition) => hashWith(keptNumberHash(stack().state_dir))(partition),
    campaignQueue: { send: async () => undefined },
    erasureQueue: { send: async (messages) => void sent.push(...messages) },
    erasureLog: { note: async () => undefined },
    recordingRemover: { remove: async (key) => void removed.push(key) },
    exportRemover: { remove: async (key) => void removed.push(key) },
    telephony: {
      ...bench.ports.telephony,
      deleteRecordings: async (ids) => void deletedAtCarrier.push(ids),
      deleteCall: async (ids) => void deletedAtCarrier.push(ids),
    },
  };
});

const request = async (given: Ports = ports): Promise<string> => {
  const contact = await getContact(testTable(), contactId);
  if (!contact) throw new Error('The contact is gone.');
  const caller = { accountId: account.accountId, actor: { type: 'api_key', id: 'key_1', name: 'Test' } } as never;
  const erasure = await requestErasure<ErasureRecord>(
    given,
    caller,
    contact,
    (begun) => begun,
    async (operations, answer) => {
      await given.table.transact(operations);
      return answer;
    },
  );
  return erasure.id;
};

const statusOf = async (id: string) => (await getErasure(testTable(), id))?.status;

/** Values that stand in the table still. */
const found = async (): Promise<string[]> => {
  const contents = (await tableContents()).join('\n');
  return values.filter((value) => contents.includes(value));
};

test('nothing of the person is left, and the carrier has deleted its copies', async () => {
  expect(await found()).not.toEqual([]);
  const id = await request();
  await erasePerson(ports, id);
  expect(await statusOf(id)).toBe('completed');
  expect(await found()).toEqual([]);
  const { account_id } = bench.call;
  expect(removed).toEqual([
    `exports/${account_id}/${contactId}.json`,
    ...['wav', 'mp3'].map((extension) => `${account_id}/${bench.call.id}.${extension}`),
  ]);
  expect(deletedAtCarrier[0]?.callControlId).toBe(bench.call.call_control_id);
  expect((await readCall(account, bench.call.id)).call_control_id).toBeNull();
  laterMs = LAST_LOOK_MS;
  await erasePerson(ports, id);
  expect(await getCall(testTable(), bench.call.id)).toMatchObject({ call_control_id: null, status: 'ended' });
});

test.each(['before', 'after'] as const)(
  'whoever dies %s any of its writes is carried on by the next',
  async (moment) => {
    const id = await request();
    let deaths = 0;
    for (let nth = 1; ; nth++) {
      const mortal = dyingAt(nth, moment);
      const outcome = await erasePerson({ ...ports, table: mortal.table }, id).catch((error: Error) => error.message);
      if (!mortal.hasDied()) break;
      deaths += 1;
      expect(outcome).toBe('The function dies.');
    }
    expect(deaths).toBeGreaterThan(2);
    await erasePerson(ports, id);
    expect(await statusOf(id)).toBe('completed');
    expect(await found()).toEqual([]);
  },
);

test('a carrier that cannot be reached holds up its own copies alone, and is asked again', async () => {
  const id = await request();
  const deleteRecordings = () => Promise.reject(new Error('The carrier cannot be reached.'));
  const unreachable = { ...ports, telephony: { ...ports.telephony, deleteRecordings } };
  await expect(erasePerson(unreachable, id)).rejects.toThrow('cannot be reached');
  expect(await statusOf(id)).toBe('pending');
  expect(await found()).toEqual([]);
  await erasePerson(ports, id);
  expect(await statusOf(id)).toBe('completed');
  expect(deletedAtCarrier[0]?.callControlId).toBe(bench.call.call_control_id);
});

describe('what comes late brings nothing back', () => {
  test('a conclusion under way when the person is erased', async () => {
    const { extract } = bench.models;
    bench.models = {
      ...bench.models,
      extract: async (asked) => {
        await erasePerson(ports, await request());
        return extract(asked);
      },
    };
    await bench.conclude();
    expect(await found()).toEqual([]);
    expect(await getCall(testTable(), bench.call.id)).toMatchObject({ summary: null, concluded_at: null });
  });

  test('words, and events of the carrier', async () => {
    await erasePerson(ports, await request());
    await bench.deliver(heard(`And my name is ${values[0]}.`, 'late'));
    const data = {
      call_control_id: 'cc_late',
      call_leg_id: 'leg_late',
      client_state: Buffer.from(JSON.stringify({ call_id: bench.call.id, generation: 1 })).toString('base64'),
      from: bench.call.from_number,
      to: bench.call.to_number,
      direction: 'outbound',
      recording_url: `https://carrier.example/${values[0]}.wav`,
    };
    const received_at = new Date().toISOString();
    const eventPorts = {
      ...bench.ports,
      conversationQueue: bench.ports.campaignQueue,
      recordingQueue: bench.ports.campaignQueue,
      checkTranscriber: () => null,
    } as never as Parameters<typeof receiveEvent>[0];
    for (const type of ['call.recording.saved', 'call.completed'] as const)
      await receiveEvent(eventPorts, { event: { type, data } as never, received_at });
    expect(await found()).toEqual([]);
    expect(await getCall(testTable(), bench.call.id)).toMatchObject({ recording_url: null, call_leg_id: null });
  });

  test('an event told of the call, whose receiver was to hear of it again', async () => {
    const call = await getCall(testTable(), bench.call.id);
    if (!call) throw new Error('The call is gone.');
    const now = new Date();
    const changes = { events: { 'call.hangup': now.toISOString() } };
    const { change, outbox } = await announcing(testTable(), { before: call, changes, now });
    expect(outbox).not.toEqual([]);
    await testTable().transact([change, ...outbox]);
    await erasePerson(ports, await request());
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
    const { call } = await newLiveCall(account, { contact_id: contactId, status: 'ended', direction, ...parties });
    const key = calleeLockKey(account.teamId, other);
    await testTable().write({ put: { ...key, [field]: call.id, ...held } });
    const id = await request();
    await erasePerson(ports, id);
    expect([await statusOf(id), sent.at(-1)]).toEqual(['pending', { erasure_id: id }]);
    expect(await getCall(testTable(), call.id)).toMatchObject(parties);
    await testTable().write({ update: key, remove: [field] });
    await erasePerson(ports, id);
    expect(await statusOf(id)).toBe('completed');
    expect(await getCall(testTable(), call.id)).toMatchObject(
      direction === 'inbound' ? { from_number: '' } : { to_number: '' },
    );
  },
);

describe('the last look', () => {
  const erasureItem = (id: string) =>
    testTable().get<{ active_sk?: string; last_look_at: string | null }>({ pk: `ERASURE#${id}`, sk: 'ERASURE' });

  test('comes after a while, takes what was written late, asks the carrier once more, and is the last', async () => {
    const id = await request();
    await erasePerson(ports, id);
    const asked = deletedAtCarrier.length;
    await testTable().write({ put: { pk: `CALL#${bench.call.id}`, sk: 'CONVERSATION#WORDS#9', words: values[0] } });
    laterMs = LAST_LOOK_MS;
    await erasePerson(ports, id);
    expect(await found()).toEqual([]);
    expect(deletedAtCarrier.length).toBe(2 * asked);
    expect(await erasureItem(id)).toMatchObject({ last_look_at: null });
    expect(await erasureItem(id)).not.toHaveProperty('active_sk');
    await erasePerson(ports, id);
    expect(deletedAtCarrier.length).toBe(2 * asked);
  });

  test('is not taken by a message that comes before its time', async () => {
    const id = await request();
    await erasePerson(ports, id);
    const before = await erasureItem(id);
    await erasePerson(ports, id);
    expect(await erasureItem(id)).toEqual(before);
    expect(Date.parse(before?.active_sk?.split('#')[0] ?? '') - Date.now()).toBeGreaterThan(15 * MINUTE_MS);
  });
});

describe('nothing leads from the number to its calls', () => {
  const partition = () => linePartition(account.teamId, values[3] as string);
  const lineItems = async () => (await testTable().query<object>({ partition: partition() })).map(({ sk }) => sk);
  const inboundBefore = () => ({ ...newInboundRecord(values[3] as string), created_at: bench.call.created_at });

  test('once the last look is taken; what came after the request stays', async () => {
    const [before, after] = [inboundBefore(), newInboundRecord(values[3] as string)];
    await testTable().transact(addStandaloneCall(before));
    const at = new Date().toISOString();
    const dials = [bench.call.id, 'call_released'].map((call_id) => ({ call_id, generation: 1, at }));
    await testTable().write({
      update: calleeLockKey(account.teamId, values[3] as string),
      set: { dials, dials_version: 1 },
    });
    await testTable().write({ put: { pk: partition(), sk: 'CALLBACK', call_id: bench.call.id } });
    const id = await request();
    await testTable().transact(addStandaloneCall(after));
    await erasePerson(ports, id);
    expect(await lineItems()).toContain(`CALL#${before.id}`);
    laterMs = LAST_LOOK_MS;
    await erasePerson(ports, id);
    expect(await lineItems()).toEqual([`CALL#${after.id}`, 'CONTACTS', 'LINE']);
    const line = await testTable().get<object>(calleeLockKey(account.teamId, values[3] as string));
    expect(JSON.stringify(line)).not.toContain('call_');
    expect(await getCall(testTable(), before.id)).toMatchObject({ from_number: '', call_control_id: null });
    await testTable().write({ delete: { pk: `CALL#${after.id}`, sk: 'CALL' } });
  });

  test.each(['before', 'after'] as const)('though whoever takes it dies %s any of its writes', async (moment) => {
    const before = inboundBefore();
    await testTable().transact(addStandaloneCall(before));
    const id = await request();
    await erasePerson(ports, id);
    laterMs = LAST_LOOK_MS;
    let deaths = 0;
    for (let nth = 1; ; nth++) {
      const mortal = dyingAt(nth, moment);
      await erasePerson({ ...ports, table: mortal.table }, id).catch(() => undefined);
      if (!mortal.hasDied()) break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(2);
    await erasePerson(ports, id);
    expect(await lineItems()).toEqual(['CONTACTS', 'LINE']);
    expect(await getCall(testTable(), before.id)).toMatchObject({ call_control_id: null });
  });
});

test('of many calls those that a carrier holds up hold up no other', async () => {
  const others: string[] = [];
  for (let count = 0; count < 45; count++) {
    const { call } = await newLiveCall(account, { contact_id: contactId, status: 'ended', to_number: calleePhone() });
    others.push(call.id);
  }
  const deleteRecordings = async () => {
    throw new Error('The carrier cannot be reached.');
  };
  const id = await request();
  const hanging = { ...ports, telephony: { ...ports.telephony, deleteRecordings } };
  await expect(erasePerson(hanging, id)).rejects.toThrow('cannot be reached');
  const calls = await Promise.all(others.map((call) => getCall(testTable(), call)));
  expect(calls.filter((call) => call?.to_number !== '')).toEqual([]);
  await erasePerson(ports, id);
  expect([await statusOf(id), deletedAtCarrier.length]).toEqual(['completed', 2 * (others.length + 1)]);
});

test('one call that the carrier refuses for ever holds up no other, and the erasure stays pending', async () => {
  const others: string[] = [];
  for (let count = 0; count < 9; count++) {
    const { call } = await newLiveCall(account, { contact_id: contactId, status: 'ended', to_number: calleePhone() });
    others.push(String(call.call_control_id));
  }
  const refusing = async (ids: CarrierCallIds): Promise<void> => {
    if (ids.callControlId === bench.call.call_control_id) throw new Error('422');
    deletedAtCarrier.push(ids);
  };
  const id = await request();
  const given = { ...ports, telephony: { ...ports.telephony, deleteRecordings: refusing } };
  await expect(erasePerson(given, id)).rejects.toThrow('422');
  const asked = new Set(deletedAtCarrier.map(({ callControlId }) => callControlId));
  expect(others.filter((callControlId) => !asked.has(callControlId))).toEqual([]);
  expect(await statusOf(id)).toBe('pending');
});

test('a call from the number after the request is of somebody new, and stays', async () => {
  const id = await request();
  const phone = values[3] as string;
  const fresh = newInboundRecord(phone);
  await testTable().transact(addStandaloneCall(fresh));
  await erasePerson(ports, id);
  expect(await getCall(testTable(), fresh.id)).toMatchObject({ from_number: phone, erased_at: null });
  await testTable().write({ delete: { pk: `CALL#${fresh.id}`, sk: 'CALL' } });
});

test('words from before that ask for no more calls do not list the number anew', async () => {
  const call = await getCall(testTable(), bench.call.id);
  if (!call) throw new Error('The call is gone.');
  await erasePerson(ports, await request());
  await applyOptOut(ports, call);
  expect(await found()).toEqual([]);
});

test('of two runs at once both leave the person erased', async () => {
  const id = await request();
  await Promise.all([erasePerson(ports, id), erasePerson(ports, id)]);
  await erasePerson(ports, id);
  expect(await statusOf(id)).toBe('completed');
  expect(await found()).toEqual([]);
});

test('in a table restored from before, an erasure of the log is repeated', async () => {
  const partition = { pk: `CALL#${bench.call.id}` };
  const before = [
    ...(await testTable().query({ partition: partition.pk })),
    ...(await testTable().query({ partition: linePartition(account.teamId, values[3] as string) })),
    ...(await testTable().getMany([{ pk: `CONTACT#${contactId}`, sk: 'CONTACT' }])),
  ].filter((item) => item !== undefined);
  const logged: LoggedErasure[] = [];
  const noting = { ...ports, erasureLog: { note: async (entry: LoggedErasure) => void logged.push(entry) } };
  const id = await request();
  await erasePerson(noting, id);
  for (const item of before) await testTable().write({ put: { ...item } });
  await testTable().write({ delete: { pk: `ERASURE#${id}`, sk: 'ERASURE' } });
  expect(await found()).not.toEqual([]);
  const [entry] = logged;
  if (!entry) throw new Error('Nothing was logged.');
  expect(values.filter((value) => JSON.stringify(entry).includes(value))).toEqual([]);
  expect(await repeatErasure(ports, entry)).toBe('completed');
  expect(await found()).toEqual([]);
  expect(await repeatErasure(ports, entry)).toBe('completed');
});
