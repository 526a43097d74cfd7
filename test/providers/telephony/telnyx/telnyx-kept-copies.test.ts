import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Telephony } from '#shared/ports/telephony.ts';
import { telnyxTelephony } from '#shared/providers/telephony/telnyx/telnyx-telephony.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';

let fake: FakeTelnyx;
let telephony: Telephony;
beforeAll(async () => {
  fake = await startFakeTelnyx();
  const { apiKey, baseUrl, connectionId, assistantId } = fake;
  telephony = telnyxTelephony({ apiKey, baseUrl, connectionId, assistantId });
});
afterAll(() => fake.stop());

const idsOf = (name: string) => ({
  callControlId: `v3:${name}`,
  callLegId: `leg-${name}`,
  callSessionId: `session-${name}`,
});

const keep = (name: string, times: number): void => {
  const { callControlId, callLegId, callSessionId } = idsOf(name);
  for (let count = 0; count < times; count++)
    fake.keptRecordings.keep({
      call_control_id: callControlId,
      call_leg_id: callLegId,
      call_session_id: callSessionId,
    });
};

const recordingsOf = (name: string): number => fake.keptRecordings.of(`leg-${name}`);

test('all recordings of the call are deleted, however many pages they are, and those of no other', async () => {
  keep('one', 5);
  keep('other', 1);
  await telephony.deleteRecordings(idsOf('one'));
  expect([recordingsOf('one'), recordingsOf('other')]).toEqual([0, 1]);
  await telephony.deleteRecordings(idsOf('one'));
});

test('a call is found by its session, or its control id, where its leg is not known', async () => {
  keep('by-session', 1);
  keep('by-control-id', 1);
  await telephony.deleteRecordings({ ...idsOf('by-session'), callLegId: null });
  await telephony.deleteRecordings({ ...idsOf('by-control-id'), callLegId: null, callSessionId: null });
  expect([recordingsOf('by-session'), recordingsOf('by-control-id')]).toEqual([0, 0]);
});

test('of a call that the carrier never named nothing is asked', async () => {
  const before = fake.requests.length;
  await telephony.deleteRecordings({ callControlId: null, callLegId: null, callSessionId: null });
  expect(fake.requests.length).toBe(before);
});

test('what others have deleted at the same time is deleted', async () => {
  keep('raced', 1);
  fake.misbehave('DELETE /recordings/', 'not_found');
  await telephony.deleteRecordings(idsOf('raced'));
  fake.behave();
});

test.each(['rate_limited', 'server_error', 'unavailable', 'dropped'] as const)(
  'a refusal (%s) is an error, and what is left is deleted when it is asked again',
  async (misbehaviour) => {
    const name = `refused-${misbehaviour}`;
    keep(name, 2);
    fake.misbehave('GET /recordings', misbehaviour);
    await expect(telephony.deleteRecordings(idsOf(name))).rejects.toThrow('Telnyx');
    fake.behave();
    await telephony.deleteRecordings(idsOf(name));
    expect(recordingsOf(name)).toBe(0);
  },
);

test('a conversation that Telnyx does not have (any more) is deleted', async () => {
  await telephony.conversations?.delete('00000000-0000-4000-8000-000000000000');
  fake.misbehave('DELETE /ai/conversations/', 'server_error');
  await expect(telephony.conversations?.delete('any')).rejects.toThrow('Telnyx');
  fake.behave();
});

test('there is no interface to delete records of calls', async () => {
  const before = fake.requests.length;
  await telephony.deleteCall(idsOf('one'));
  expect(fake.requests.length).toBe(before);
});
