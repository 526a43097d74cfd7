import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { encodeClientState } from '#shared/domain/call/client-state.ts';
import { LOOK_AGAIN_SECONDS, RING_SECONDS, UNHEARD_DIAL_SECONDS } from '#shared/domain/call/deadline.ts';
import { advanceCampaign } from '#shared/engine/campaign/advance.ts';
import type { ClaimMessage } from '#shared/schemas/messages.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { readCampaign } from '#test/harness/read.ts';
import { expectNoSlots } from '#test/harness/wait-for.ts';
import { newDialBench } from './dial-bench.ts';

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

/** A campaign over one contact, whose dial was sent and went wrong; its engine runs by a clock of its own. */
const campaignAfterDial = async (misbehaviour: 'unavailable' | 'dropped') => {
  const contact = await account.given.contact({ phone: calleePhone(CALLEE.doesNotAnswer) });
  const campaign = await account.given.campaignWith([contact]);
  const bench = newDialBench(telnyx, campaign);
  await bench.run();
  const claim = bench.claims[0] as ClaimMessage;
  const call = () => bench.callOf(claim);
  telnyx.misbehave('POST /calls', misbehaviour);
  await bench.dial(claim);
  return {
    campaign,
    call,
    /** Dials that the engine has asked for; the first alone is sent. */
    claims: bench.claims,
    /** An event of the call comes after all. */
    async hear(type: string): Promise<CallRecord> {
      const client_state = encodeClientState(claim.call_id, { generation: claim.generation });
      await bench.hear(type, { call_control_id: 'v3:late', client_state });
      return call();
    },
    /** The engine looks after the campaign, so much later than at its last look. */
    async lookAfter(seconds: number): Promise<CallRecord> {
      bench.pass(seconds);
      await advanceCampaign(bench.ports, [{ campaign_id: campaign.id, reason: 'sweep' }]);
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
