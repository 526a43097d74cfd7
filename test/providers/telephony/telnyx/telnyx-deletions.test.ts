import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CarrierCallIds } from '#shared/ports/telephony.ts';
import { telnyxTelephony } from '#shared/providers/telephony/telnyx/telnyx-telephony.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import type { Misbehaviour } from '#test/harness/fake-telnyx/misbehaviour.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';
import { FROM } from '#test/providers/telephony/bench.ts';

const CALLEE = '+14155550001';
const VOICE = { provider: 'azure', model: 'neural', voiceId: 'en-US-AvaMultilingualNeural' };
const CONVERSATION = {
  instructions: 'Be kind.',
  greeting: 'Hello.',
  model: { provider: 'openai', name: 'gpt-4.1-mini' },
  voice: VOICE,
  transcriber: { provider: 'deepgram', model: 'flux', language: 'en-US' },
  callId: 'call_1',
  modelToken: 'token',
};
const FAILURES: Misbehaviour[] = ['rate_limited', 'server_error', 'unavailable', 'unauthorized', 'dropped', 'silent'];

const time = newSuiteTime();

let telnyx: FakeTelnyx;
beforeAll(async () => {
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterAll(() => telnyx.stop());

const telephony = () => telnyxTelephony(telnyx);
const conversations = () => {
  const { conversations: hosted } = telephony();
  if (!hosted) throw new Error('Telnyx leads no conversations.');
  return hosted;
};

let lastCommand = 0;
const newCommand = (): string => `deletion-${++lastCommand}`;
const NOBODY: CarrierCallIds = { callControlId: null, callLegId: null, callSessionId: null };

/** An answered call to the same callee as every other. */
const answeredCall = async () => {
  const dial = { commandId: newCommand(), from: FROM, to: CALLEE, clientState: '', recordingEnabled: true };
  const call = await telephony().dial(dial);
  if (call.result !== 'placed') throw new Error(call.reason);
  await time.until(() => telnyx.isAnswered(call.callControlId), 'the answer');
  return call;
};

/** A call that is over and recorded. */
const endedCall = async () => {
  const call = await answeredCall();
  await telephony().hangUp({ callControlId: call.callControlId, commandId: newCommand() });
  return call;
};
const keptOf = ({ callControlId }: { callControlId: string }): string[] => telnyx.recordings.keptOf(callControlId);

/** The requests of a deletion, without what they name. */
const requestsOf = async (act: () => Promise<void>): Promise<string[]> => {
  const before = telnyx.requests.length;
  await act();
  return telnyx.requests.slice(before).map(({ request }) => request.replace(/\/[\w-]{36}$/, '/…'));
};

beforeEach(() => {
  telnyx.behave();
  Object.assign(telnyx.habits, { listsDeleted: false, listedPerPage: 250 });
});

describe('recordings', () => {
  test('of a call are deleted with what was transcribed of them, and no other is touched', async () => {
    const [call, other] = [await endedCall(), await endedCall()];
    const [recording = ''] = keptOf(call);
    telnyx.recordings.transcribe(recording, 'Hello.');
    await telephony().deleteRecordings(call);
    expect(keptOf(call)).toEqual([]);
    expect(telnyx.recordings.transcriptionsOf(recording)).toBe(0);
    expect(keptOf(other)).toHaveLength(1);
  });

  test('on every page are deleted', async () => {
    telnyx.habits.listedPerPage = 2;
    const call = await endedCall();
    const { callControlId: controlId, callLegId: legId, callSessionId: sessionId } = call;
    const recorded = { controlId, legId, sessionId, connectionId: telnyx.connectionId, from: FROM, to: CALLEE };
    for (let copies = 0; copies < 4; copies += 1) telnyx.recordings.record(recorded);
    expect(keptOf(call)).toHaveLength(5);
    await telephony().deleteRecordings(call);
    expect(keptOf(call)).toEqual([]);
  });

  test.each<[keyof CarrierCallIds]>([['callControlId'], ['callLegId'], ['callSessionId']])(
    'are found by the %s alone',
    async (name) => {
      const call = await endedCall();
      await telephony().deleteRecordings({ ...NOBODY, [name]: call[name] });
      expect(keptOf(call)).toEqual([]);
    },
  );

  test('of a call that the carrier has told no name of are not asked for', async () => {
    expect(await requestsOf(() => telephony().deleteRecordings(NOBODY))).toEqual([]);
    expect(await requestsOf(() => telephony().deleteCall(NOBODY))).toEqual([]);
  });

  test('that are deleted already, and still listed, are deleted', async () => {
    telnyx.habits.listsDeleted = true;
    const call = await endedCall();
    await telephony().deleteRecordings(call);
    expect(await requestsOf(() => telephony().deleteRecordings(call))).toContain('DELETE /recordings/…');
  });

  test.each(FAILURES)('are left when the list meets %s, and deleted the next time', async (misbehaviour) => {
    const call = await endedCall();
    telnyx.misbehave('GET /recordings', misbehaviour);
    await expect(time.during(() => telephony().deleteRecordings(call))).rejects.toThrow(/^Telnyx/);
    expect(keptOf(call)).toHaveLength(1);
    await telephony().deleteRecordings(call);
    expect(keptOf(call)).toEqual([]);
  });

  test.each(FAILURES)('may be deleted again when the deletion meets %s', async (misbehaviour) => {
    const call = await endedCall();
    telnyx.misbehave('DELETE /recordings', misbehaviour);
    await expect(time.during(() => telephony().deleteRecordings(call))).rejects.toThrow(/^Telnyx/);
    await telephony().deleteRecordings(call);
    expect(keptOf(call)).toEqual([]);
  });

  test('stay while their transcriptions cannot be deleted', async () => {
    const call = await endedCall();
    const [recording = ''] = keptOf(call);
    telnyx.recordings.transcribe(recording, 'Hello.');
    telnyx.misbehave('DELETE /recording_transcriptions', 'unavailable');
    await expect(telephony().deleteRecordings(call)).rejects.toThrow('503');
    expect(keptOf(call)).toEqual([recording]);
  });

  test.each<[string, object]>([
    ['of somebody else', { data: [{ id: 'rec_1', call_leg_id: 'other' }], meta: { total_pages: 1 } }],
    ['without a list', { meta: { total_pages: 1 } }],
    ['without pages', { data: [] }],
  ])('are left when the list is one %s', async (_, body) => {
    telnyx.misbehave('GET /recordings', { status: 200, body: body as Record<string, unknown> });
    const asked = await requestsOf(() =>
      expect(telephony().deleteRecordings({ ...NOBODY, callLegId: 'leg' })).rejects.toThrow(/^Telnyx/),
    );
    expect(asked).toEqual(['GET /recordings']);
  });
});

describe('conversations', () => {
  const hostedCall = async () => {
    const { callControlId } = await answeredCall();
    await conversations().start({ callControlId, commandId: newCommand(), ...CONVERSATION });
    const id = telnyx.conversationOf(callControlId);
    await time.until(async () => (await conversations().read(id)).length >= 2, 'some turns');
    await telephony().hangUp({ callControlId, commandId: newCommand() });
    return { callControlId, id };
  };

  test('are deleted by their id, and once is enough', async () => {
    const [one, other] = [await hostedCall(), await hostedCall()];
    await conversations().delete(one.id);
    await conversations().delete(one.id);
    expect(await conversations().read(one.id)).toEqual([]);
    expect(await conversations().read(other.id)).not.toEqual([]);
  });

  test('whose id nobody knows are deleted with their call', async () => {
    const [one, other] = [await hostedCall(), await hostedCall()];
    await telephony().deleteCall({ ...NOBODY, callControlId: one.callControlId });
    expect(await conversations().read(one.id)).toEqual([]);
    expect(await conversations().read(other.id)).not.toEqual([]);
    await conversations().deleteOfCall(other.callControlId);
    expect(await conversations().read(other.id)).toEqual([]);
  });

  test.each(FAILURES)('may be deleted again when the deletion meets %s', async (misbehaviour) => {
    const { callControlId, id } = await hostedCall();
    telnyx.misbehave('DELETE /ai/conversations', misbehaviour);
    await expect(time.during(() => conversations().delete(id))).rejects.toThrow(/^Telnyx/);
    await telephony().deleteCall({ ...NOBODY, callControlId });
    expect(await conversations().read(id)).toEqual([]);
  });

  test.each<[string, object]>([
    ['of somebody else', { data: [{ id: 'c_1', metadata: { call_control_id: 'v3:other' } }] }],
    ['without a list', {}],
    ['too long', { data: new Array(100).fill({ id: 'c_1', metadata: { call_control_id: 'v3:one' } }) }],
  ])('are left when the list is one %s', async (_, body) => {
    telnyx.misbehave('GET /ai/conversations', { status: 200, body: body as Record<string, unknown> });
    const asked = await requestsOf(() =>
      expect(telephony().deleteCall({ ...NOBODY, callControlId: 'v3:one' })).rejects.toThrow(/^Telnyx/),
    );
    expect(asked).toEqual(['GET /ai/conversations']);
  });
});
