import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { LOOK_AGAIN_SECONDS, RING_SECONDS, UNHEARD_DIAL_SECONDS } from '#shared/domain/call/deadline.ts';
import { PORTION_LIMITS } from '#shared/domain/campaign/portions.ts';
import { SECOND_MS } from '#shared/domain/time.ts';
import { applyEvent } from '#shared/engine/call/apply-event.ts';
import { dialClaim } from '#shared/engine/call/dialling/dial.ts';
import { advanceCampaign } from '#shared/engine/campaign/advance.ts';
import { runCampaign } from '#shared/engine/campaign/run.ts';
import { telnyxTelephony } from '#shared/providers/telephony/telnyx/telnyx-telephony.ts';
import { CallEvent } from '#shared/schemas/call-event.ts';
import type { ClaimMessage } from '#shared/schemas/messages.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { readCampaign } from '#test/harness/read.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { expectNoSlots } from '#test/harness/wait-for.ts';

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  account = await newAccount();
});
beforeEach(async () => {
  // Without an address for its events nobody hears of them.
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterEach(() => telnyx.stop());

const nobody = { send: async () => undefined };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A campaign over one contact, whose dial was sent and went wrong; its engine runs by a clock of its own. */
const campaignAfterDial = async (misbehaviour: 'unavailable' | 'dropped') => {
  const contact = await account.given.contact({ phone: calleePhone(CALLEE.doesNotAnswer) });
  const campaign = await account.given.campaignWith([contact]);
  let nowMs = Date.now();
  const claims: ClaimMessage[] = [];
  const ports: Parameters<typeof advanceCampaign>[0] & Parameters<typeof dialClaim>[0] = {
    table: testTable(),
    telephony: telnyxTelephony(telnyx),
    checkTranscriber: () => null,
    dialQueue: { send: async (messages) => void claims.push(...(messages as ClaimMessage[])) },
    campaignQueue: nobody,
    webhookQueue: nobody,
    endedCallQueue: nobody,
    wakeUps: { wakeAt: async () => undefined },
    limits: {
      maxConcurrentCallsPerAccount: 10,
      maxDialsPerSecond: 30,
      connectionMaxConcurrentCalls: null,
      connectionMaxDialsPerSecond: 30,
    },
    portions: PORTION_LIMITS,
    clock: () => new Date(nowMs),
    sleep: async () => undefined,
    log: silent,
  };
  const request = { campaignId: campaign.id, executionId: 'run_1', maxCalls: null, dryRun: false };
  await runCampaign(ports, { ...request, now: ports.clock() });
  const callId = claims[0]?.call_id ?? '';
  const call = async () => (await getCall(ports.table, callId)) as CallRecord;
  telnyx.misbehave('POST /calls', misbehaviour);
  await dialClaim(ports, claims[0] as ClaimMessage);
  return {
    campaign,
    call,
    /** Dials that the engine has asked for; the first alone is sent. */
    claims,
    /** An event of the call comes after all. */
    async hear(type: string): Promise<CallRecord> {
      const event = CallEvent.parse({ type, data: { call_control_id: 'v3:late' } });
      await applyEvent(ports, callId, event, ports.clock().toISOString());
      return call();
    },
    /** The engine looks after the campaign, so much later than at its last look. */
    async lookAfter(seconds: number): Promise<CallRecord> {
      nowMs += seconds * SECOND_MS;
      await advanceCampaign(ports, [{ campaign_id: campaign.id, reason: 'sweep' }]);
      return call();
    },
  };
};

const ENDED_UNKNOWN = { status: 'ended', outcome: 'unknown', call_control_id: null };

test('a dial that met an error and placed nothing is unknown when two looks have missed it', async () => {
  const trial = await campaignAfterDial('unavailable');
  expect(await trial.lookAfter(RING_SECONDS)).toMatchObject({ status: 'dialing', missing_since: null });
  expect(await trial.lookAfter(1)).toMatchObject({ status: 'dialing', missing_since: expect.any(String) });
  expect(await trial.lookAfter(LOOK_AGAIN_SECONDS)).toMatchObject({ status: 'dialing' });
  expect(await trial.lookAfter(1)).toMatchObject(ENDED_UNKNOWN);
  expect(trial.claims).toHaveLength(1);
  expect(await readCampaign(account, trial.campaign.id)).toMatchObject({ status: 'completed', contacts_called: 1 });
  await expectNoSlots(trial.campaign);
});

test('a dial that placed a call, though its answer and all events are lost, keeps its slot and gets its id', async () => {
  const trial = await campaignAfterDial('dropped');
  const found = await trial.lookAfter(RING_SECONDS + 1);
  expect(found).toMatchObject({ status: 'ringing', call_control_id: expect.stringMatching(/^v3:/), error: null });
  expect(trial.claims).toHaveLength(1);
  expect(await readCampaign(account, trial.campaign.id)).toMatchObject({ status: 'running' });
});

test('an event of the call takes back what was said of its dial', async () => {
  const trial = await campaignAfterDial('dropped');
  expect((await trial.call()).error).toMatch('Telnyx gave no complete answer');
  expect(await trial.hear('call.initiated')).toMatchObject({ status: 'ringing', error: null });
});

test('a dial that nobody can be asked about is given up once nobody could be on its line any more', async () => {
  const trial = await campaignAfterDial('unavailable');
  telnyx.misbehave('GET /connections/', 'server_error', Number.POSITIVE_INFINITY);
  expect(await trial.lookAfter(RING_SECONDS + 1)).toMatchObject({ status: 'dialing' });
  expect(await trial.lookAfter(UNHEARD_DIAL_SECONDS)).toMatchObject({ status: 'dialing' });
  expect(await trial.lookAfter(LOOK_AGAIN_SECONDS + 1)).toMatchObject(ENDED_UNKNOWN);
  expect(trial.claims).toHaveLength(1);
  expect(await readCampaign(account, trial.campaign.id)).toMatchObject({ status: 'completed' });
});
