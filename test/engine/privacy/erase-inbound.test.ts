import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { inboundCallId } from '#shared/domain/call/client-state.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { releaseCaller } from '#shared/engine/call/receive-inbound.ts';
import { eraseAtCarrier, eraseCall } from '#shared/engine/privacy/erase-call.ts';
import { changeCall } from '#shared/store/call/call-changes.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { getCalleeLock } from '#shared/store/limits/callee-locks.ts';
import { type DialBench, newDialBench } from '#test/engine/call/dial-bench.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { testTable } from '#test/harness/stack/table.ts';

let account: TestAccount;
let telnyx: FakeTelnyx;
/** A number of an assistant that takes calls. */
let answered: string;
/** A number without an assistant. */
let unassigned: string;
let bench: DialBench;
let phone: string;
let calls = 0;

beforeAll(async () => {
  account = await newAccount();
  telnyx = await startFakeTelnyx({ speed: 1 });
  const assistant = await account.given.assistant({ templateId: 'inbound-support' });
  const [one, other] = [await account.given.number(), await account.given.number()];
  [answered, unassigned] = [one.phone_number, other.phone_number];
  await account.api.assignPhoneNumbers({
    assistantId: assistant.id,
    accountSlug: account.slug,
    phoneNumberIds: [one.id],
  });
});
afterAll(() => telnyx.stop());

beforeEach(() => {
  bench = newDialBench(telnyx, { id: 'camp_of_nobody' });
  bench.ports.telephony.answer = async () => undefined;
  bench.ports.telephony.reject = async () => undefined;
  bench.ports.telephony.deleteRecordings = async () => undefined;
  bench.ports.telephony.deleteCall = async () => undefined;
  phone = calleePhone();
});

const callFrom = (to: string, begunAt: Date) => ({
  call_control_id: `v3:caller-${++calls}`,
  direction: 'inbound',
  from: phone,
  to,
  start_time: begunAt.toISOString(),
});

const recordOf = async ({ call_control_id }: { call_control_id: string }): Promise<CallRecord> => {
  const call = await getCall(testTable(), inboundCallId(call_control_id));
  if (!call) throw new Error('There is no such call.');
  return call;
};

const lineOf = (number: string) => getCalleeLock(testTable(), account.teamId, number);

/** True once the call is erased. */
const erase = async ({ id, team_id }: CallRecord): Promise<boolean> => {
  const ports = { ...bench.ports, recordingRemover: { remove: async () => undefined } };
  const call = await eraseCall(ports, id, { team_id, contact_id: '', requested_at: new Date().toISOString() });
  if (call && call !== 'live') await eraseAtCarrier(ports, call, { since: call.created_at, isLastLook: true });
  return call !== 'live';
};

test('a call that is heard of after its caller was erased is rejected, and does not take the line', async () => {
  const contact = await account.given.contact({ phone });
  const begunAt = new Date(Date.now() - MINUTE_MS);
  await account.api.eraseContact({ id: contact.id });
  const leg = callFrom(answered, begunAt);
  await bench.hear('call.initiated', leg);
  const rejected = { ended_reason: 'rejected', from_number: '', erased_at: expect.any(String) };
  expect(await recordOf(leg)).toMatchObject(rejected);
  expect(await lineOf(phone)).not.toHaveProperty('inbound_call_id');
});

test('an ended call keeps its number until its line is free', async () => {
  const leg = callFrom(answered, new Date());
  await bench.hear('call.initiated', leg);
  const live = await recordOf(leg);
  expect((await lineOf(phone))?.inbound_call_id).toBe(live.id);
  await testTable().write(changeCall(live, { status: 'ended', outcome: 'answered' }).operation);
  const ended = await recordOf(leg);
  expect(await erase(ended)).toBe(false);
  await releaseCaller(testTable(), ended);
  expect(await lineOf(phone)).not.toHaveProperty('inbound_call_id');
  expect(await erase(ended)).toBe(true);
  expect((await recordOf(leg)).from_number).toBe('');
});

test('what is heard late of a rejected call counts no dial', async () => {
  const leg = callFrom(unassigned, new Date());
  await bench.hear('call.initiated', leg);
  expect(await erase(await recordOf(leg))).toBe(true);
  await bench.hear('call.hangup', { ...leg, hangup_cause: 'user_busy' });
  expect(await lineOf(unassigned)).toBeUndefined();
  expect(await recordOf(leg)).toMatchObject({ outcome: 'failed', call_control_id: null });
});
