import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { saveRecording } from '#shared/engine/after-call/save-recording.ts';
import { receiveEvent } from '#shared/engine/call/receive-event.ts';
import { endRecording } from '#shared/engine/privacy/end-recording.ts';
import { endWords } from '#shared/engine/privacy/end-words.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { changeCall } from '#shared/store/call/call-changes.ts';
import { deliveryKeysOf } from '#shared/store/call/call-leftovers.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { newDelivery, putDelivery } from '#shared/store/delivery/deliveries.ts';
import type { WebhookRecord } from '#shared/store/delivery/webhooks.ts';
import { partitions } from '#shared/store/keys.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { ANSWERED, HUNG_UP, heard, type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { readCall } from '#test/harness/read.ts';
import { dyingAt } from '#test/harness/stack/dying-table.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { tableContents } from '#test/harness/stack/table-contents.ts';

type Ports = Parameters<typeof endWords>[0] & Parameters<typeof endRecording>[0];

const SAVED = 'call.recording.saved';

let account: TestAccount;
let assistantId: string;
let bench: LiveCall;
let ports: Ports;
let said: string;
/** What the bucket and the carrier were asked to delete. */
let asked: string[];

beforeAll(async () => {
  account = await newAccount();
  assistantId = (await account.given.assistant({ templateId: 'outbound-setter' })).id;
});

const tellOf = (call: CallRecord, type: string, payload: object) => {
  const webhook = { account_id: account.accountId, kind: 'call' } as WebhookRecord;
  const [key] = deliveryKeysOf(call.id, [type as typeof SAVED]);
  const id = key?.pk.replace('DELIVERY#dlv_', 'evt_') ?? '';
  return testTable().write(putDelivery(newDelivery(webhook, { id, type, payload }, new Date())));
};

beforeEach(async () => {
  said = `v${randomUUID().slice(0, 13)}`;
  bench = await newLiveCall(account, {
    assistant_id: assistantId,
    conversation_id: 'conv_1',
    variables: { secret: said },
    recording_url: `https://carrier.example/${said}.wav`,
  });
  await bench.deliver(ANSWERED, heard(`My secret is ${said}. Please tell everybody about ${said}.`), HUNG_UP);
  await bench.end();
  await bench.conclude();
  const call = await stored();
  await tellOf(call, 'call.concluded', { transcript: [{ text: said }], padding: 'x'.repeat(300) });
  await tellOf(call, SAVED, { recording_url: `https://carrier.example/${said}.wav` });
  asked = [];
  ports = {
    table: testTable(),
    clock: () => new Date(),
    recordingRemover: { remove: async (key) => void asked.push(key) },
    telephony: {
      deleteRecordings: async ({ callControlId }) => void asked.push(`recordings of ${callControlId}`),
      conversations: {
        delete: async (id) => void asked.push(id),
        deleteOfCall: async (callControlId) => void asked.push(`conversations of ${callControlId}`),
      },
    },
  };
});

const stored = async (): Promise<CallRecord> => {
  const call = await getCall(testTable(), bench.call.id);
  if (!call) throw new Error('The call is gone.');
  return call;
};

const isFound = async (): Promise<boolean> => (await tableContents()).some((item) => item.includes(said));

const keysBeside = async () =>
  (await testTable().query<object>({ partition: partitions.call(bench.call.id) })).map(({ sk }) => sk);

const endBoth = async (given: Ports = ports): Promise<void> => {
  await endWords(given, await stored());
  await endRecording(given, await stored());
};

test('what was said goes, with all that lies beside the call; summary, numbers and outcome stay', async () => {
  const before = await stored();
  expect(before.summary).not.toBeNull();
  await endWords(ports, before);
  expect(await keysBeside()).toEqual(['CALL']);
  const after = await stored();
  const { words_deleted_at, version } = after;
  const lost = { transcript: [], extracted: null, found_in: null, variables: {} };
  const ended = { ...before, ...lost, words_deleted_at, version };
  expect({ ...after, wid: null }).toEqual({ ...ended, wid: null });
  const shown = await readCall(account, before.id);
  expect(shown).toMatchObject({
    transcript: [],
    extracted: null,
    summary: before.summary,
    to_number: before.to_number,
  });
  const [concluded, saved] = await testTable().getMany(deliveryKeysOf(before.id, ['call.concluded', SAVED]));
  expect([concluded, saved?.pk.startsWith('DELIVERY#')]).toEqual([undefined, true]);
  expect(asked).toEqual(['conv_1']);
});

test('the recording goes, in either form; what was said stays', async () => {
  const before = await stored();
  await endRecording(ports, before);
  const { id, account_id, call_control_id } = before;
  expect(asked).toEqual([`${account_id}/${id}.wav`, `${account_id}/${id}.mp3`, `recordings of ${call_control_id}`]);
  expect(await stored()).toMatchObject({ recording_url: null, recording_key: null, words_deleted_at: null });
  const shown = await readCall(account, id);
  expect([shown.recording_url, shown.transcript.length > 0]).toEqual([null, true]);
  const [concluded, saved] = await testTable().getMany(deliveryKeysOf(id, ['call.concluded', SAVED]));
  expect([concluded === undefined, saved]).toEqual([false, undefined]);
});

const endBothOf = async (given: Partial<CallRecord>): Promise<CallRecord> => {
  const { call } = await newLiveCall(account, { status: 'ended', answered_at: null, ...given });
  await endWords(ports, call);
  await endRecording(ports, call);
  return call;
};

test.each<[string, Partial<CallRecord>]>([
  ['that nobody took', { outcome: 'no_answer' }],
  ['to a busy number', { outcome: 'busy' }],
  ['that the carrier did not place', { outcome: 'failed', call_control_id: null }],
  ['that was cancelled before', { status: 'cancelled', call_control_id: null }],
])('of a call %s nothing is written, and nobody is asked', async (_, given) => {
  const call = await endBothOf(given);
  expect([asked, (await getCall(testTable(), call.id))?.version]).toEqual([[], call.version]);
});

describe('of a call of which too little was heard', () => {
  const HELD = { words_deleted_at: expect.any(String), recording_deleted_at: expect.any(String) };

  test('the carrier is asked for whatever it may have, and the call is closed', async () => {
    for (const outcome of ['unknown', 'failed'] as const) {
      asked = [];
      const { id, account_id, call_control_id } = await endBothOf({ outcome });
      expect(asked).toEqual([
        `conversations of ${call_control_id}`,
        ...['wav', 'mp3'].map((extension) => `${account_id}/${id}.${extension}`),
        `recordings of ${call_control_id}`,
      ]);
      expect(await getCall(testTable(), id)).toMatchObject(HELD);
    }
  });

  test('it is closed though the carrier’s ids are not known', async () => {
    const call = await endBothOf({ outcome: 'unknown', call_control_id: null });
    expect(await getCall(testTable(), call.id)).toMatchObject(HELD);
    expect(asked.filter((each) => each.includes(' of '))).toEqual([]);
  });

  test('no recording is asked for where none was to be made', async () => {
    const { call_control_id } = await endBothOf({
      outcome: 'answered',
      answered_by: 'human',
      recording_enabled: false,
    });
    expect(asked).toEqual([`conversations of ${call_control_id}`]);
  });
});

test.each(['before', 'after'] as const)(
  'whoever dies %s any of its writes is carried on by the next',
  async (moment) => {
    let deaths = 0;
    for (let nth = 1; ; nth++) {
      const mortal = dyingAt(nth, moment);
      const outcome = await endBoth({ ...ports, table: mortal.table }).catch((error: Error) => error.message);
      if (!mortal.hasDied()) break;
      deaths += 1;
      expect(outcome).toBe('The function dies.');
    }
    expect(deaths).toBeGreaterThan(1);
    await endBoth();
    expect([await isFound(), await keysBeside()]).toEqual([false, ['CALL']]);
  },
);

test('a carrier that cannot be reached holds up its own copies alone', async () => {
  const unreachable = () => Promise.reject(new Error('The carrier cannot be reached.'));
  const telephony = {
    deleteRecordings: unreachable,
    conversations: { delete: unreachable, deleteOfCall: unreachable },
  };
  await expect(endWords({ ...ports, telephony }, await stored())).rejects.toThrow('cannot be reached');
  await expect(endRecording({ ...ports, telephony }, await stored())).rejects.toThrow('cannot be reached');
  expect(await isFound()).toBe(false);
  await endBoth();
  expect(asked).toEqual(expect.arrayContaining(['conv_1', `recordings of ${bench.call.call_control_id}`]));
});

test('a change made meanwhile stays', async () => {
  const seen = await stored();
  await testTable().write(changeCall(seen, { error: 'Something else.' }).operation);
  await endWords(ports, seen);
  expect(await stored()).toMatchObject({ error: 'Something else.', variables: {} });
});

describe('what comes late brings nothing back', () => {
  test('a conclusion that had read the words before', async () => {
    const late = await newLiveCall(account, { assistant_id: assistantId });
    await late.deliver(ANSWERED, heard(`My secret is ${said}.`), HUNG_UP);
    await late.end();
    const { extract } = late.models;
    late.models = {
      ...late.models,
      extract: async (question) => {
        await endWords(ports, (await getCall(testTable(), late.call.id)) as CallRecord);
        return extract(question);
      },
    };
    await late.conclude();
    await late.conclude();
    await late.deliver(heard(`Another ${said}.`, 'late'));
    const items = await testTable().query<object>({ partition: partitions.call(late.call.id) });
    expect(items.map(({ sk }) => sk)).toEqual(['CALL']);
    expect(await getCall(testTable(), late.call.id)).toMatchObject({ concluded_at: null, found_in: null });
  });

  test('a copy of the recording, whether it is noted or its function died before', async () => {
    const saving = {
      ...ports,
      recordings: { save: async () => endRecording(ports, await stored()) },
      fetchRecording: async () => ({ body: { destroy: () => undefined } as never, bytes: 1, contentType: 'audio/wav' }),
      recordingHosts: ['carrier.example'],
      log: SILENT_LOG,
    };
    const key = `${bench.call.account_id}/${bench.call.id}.wav`;
    await saveRecording(saving, bench.call.id);
    expect((await stored()).recording_key).toBeNull();
    expect(asked.filter((each) => each === key)).toHaveLength(2);
    await saveRecording(saving, bench.call.id);
    expect(asked.filter((each) => each === key)).toHaveLength(3);
  });

  test('an event of the carrier', async () => {
    await endBoth();
    const data = {
      call_control_id: bench.call.call_control_id,
      client_state: Buffer.from(JSON.stringify({ call_id: bench.call.id, generation: 1 })).toString('base64'),
      recording_url: `https://carrier.example/${said}.wav`,
    };
    const eventPorts = {
      ...bench.ports,
      conversationQueue: bench.ports.campaignQueue,
      recordingQueue: bench.ports.campaignQueue,
      checkTranscriber: () => null,
    } as never as Parameters<typeof receiveEvent>[0];
    const received_at = new Date().toISOString();
    await receiveEvent(eventPorts, { event: { type: SAVED, data } as never, received_at });
    expect([await isFound(), (await stored()).recording_url]).toEqual([false, null]);
  });
});
