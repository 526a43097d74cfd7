import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { inboundCallId } from '#shared/domain/call/client-state.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { type DialBench, newDialBench } from './dial-bench.ts';

/* Whether a call is recorded is known of its record, so that its recording ends though no event has told of it. */

let account: TestAccount;
let telnyx: FakeTelnyx;
let bench: DialBench;
/** Whether each answer asked for a recording. */
let answers: boolean[];
let calls = 0;

beforeAll(async () => {
  account = await newAccount();
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterAll(() => telnyx.stop());

beforeEach(() => {
  bench = newDialBench(telnyx, { id: 'camp_of_nobody' });
  answers = [];
  bench.ports.telephony.answer = async ({ recordingEnabled }) => void answers.push(recordingEnabled);
  bench.ports.telephony.reject = async () => undefined;
});

const assistantWith = async (recording_enabled: boolean) => {
  const { id: assistantId } = await account.given.assistant({ templateId: 'inbound-support' });
  const accountSlug = account.slug;
  return (await account.api.updateAssistant({ accountSlug, assistantId, recording_enabled })).assistant;
};

const numberOf = async (assistantId: string): Promise<string> => {
  const { id, phone_number } = await account.given.number();
  await account.api.assignPhoneNumbers({ assistantId, accountSlug: account.slug, phoneNumberIds: [id] });
  return phone_number;
};

const legTo = (to: string) => ({
  call_control_id: `v3:recorded-${++calls}`,
  direction: 'inbound',
  from: calleePhone(),
  to,
  start_time: new Date().toISOString(),
});

const isRecorded = async ({ call_control_id }: { call_control_id: string }) =>
  (await getCall(testTable(), inboundCallId(call_control_id)))?.recording_enabled;

test.each([true, false])('an answered call is recorded as its assistant says: %s', async (recording) => {
  const leg = legTo(await numberOf((await assistantWith(recording)).id));
  await bench.hear('call.initiated', leg);
  expect([await isRecorded(leg), answers]).toEqual([recording, [recording]]);
});

test('a rejected call is not recorded', async () => {
  const leg = legTo((await account.given.number()).phone_number);
  await bench.hear('call.initiated', leg);
  expect([await isRecorded(leg), answers]).toEqual([false, []]);
});

test('what the record does not tell is not recorded, though the assistant was changed before a second answer', async () => {
  const assistant = await assistantWith(false);
  const leg = legTo(await numberOf(assistant.id));
  await bench.hear('call.initiated', leg);
  const assistantId = assistant.id;
  await account.api.updateAssistant({ accountSlug: account.slug, assistantId, recording_enabled: true });
  await bench.hear('call.initiated', leg);
  expect([await isRecorded(leg), answers]).toEqual([false, [false, false]]);
});

test('a call whose end is heard of first may have been recorded', async () => {
  const leg = legTo(await numberOf((await assistantWith(false)).id));
  await bench.hear('call.hangup', { ...leg, hangup_cause: 'normal_clearing' });
  expect(await isRecorded(leg)).toBe(true);
});
