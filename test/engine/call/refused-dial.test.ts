import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { NotDialedReason } from '#shared/domain/call/not-dialed.ts';
import { releaseClaim } from '#shared/engine/call/dialling/release-claim.ts';
import { cancelCall } from '#shared/engine/campaign/cancel-call.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { ClaimMessage } from '#shared/schemas/messages.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import type { Misbehaviour } from '#test/harness/fake-telnyx/misbehaviour.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { conclusionsTold, DEAD_URL, setUrl } from '#test/harness/given/webhooks.ts';
import { readCampaign } from '#test/harness/read.ts';
import { expectNoSlots } from '#test/harness/wait-for.ts';
import { newDialBench } from './dial-bench.ts';

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  account = await newAccount();
});
beforeEach(async () => {
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterEach(() => telnyx.stop());

const benchOver = async (contacts: number, settings = {}) => {
  const list = await account.given.contacts(contacts);
  const campaign = await account.given.campaignWith(list, settings);
  return { list, campaign, bench: newDialBench(telnyx, campaign) };
};

describe('a fault of account or configuration', () => {
  test.each<Misbehaviour>(['unauthorized', 'forbidden', 'bad_request', 'not_found'])(
    '%s halts the campaign in the words of the carrier; nobody has spent an attempt, and nobody else is claimed',
    async (misbehaviour) => {
      const { campaign, bench } = await benchOver(6, { maxConcurrentCalls: 2, maxAttemptsPerContact: 1 });
      await bench.run();
      const [first, second] = bench.claims;
      telnyx.misbehave('POST /calls', misbehaviour, 2);
      await bench.dial(first);
      await bench.settle(bench.claims[0] as ClaimMessage);
      expect(await bench.control()).toMatchObject({
        status: 'paused',
        paused_reason: expect.stringMatching(/^The carrier does not accept calls: Telnyx answered 4\d\d/),
      });
      await bench.dial(second);
      await bench.settle(bench.claims[1] as ClaimMessage);
      expect(bench.claims).toHaveLength(2);
      await expectNoSlots(campaign);
      expect(await readCampaign(account, campaign.id)).toMatchObject({
        contacts_called: 0,
        contact_status_counts: { failed: 0, dialing: 0 },
      });
    },
  );

  test('that was met before a resume does not halt the campaign again', async () => {
    const { bench } = await benchOver(2, { maxConcurrentCalls: 2 });
    await bench.run();
    telnyx.misbehave('POST /calls', 'unauthorized', 2);
    for (const claim of bench.claims.slice()) await bench.dial(claim);
    const [first, second] = bench.claims as [ClaimMessage, ClaimMessage];
    await bench.settle(first);
    await bench.run('run_2');
    await bench.settle(second);
    expect(await bench.control()).toMatchObject({ status: 'running', paused_reason: null });
  });
});

test.each<Misbehaviour>(['rate_limited', 'channel_limit'])(
  'a limit (%s) spends no attempt, leaves the contact its place, and pauses the connection longer and longer',
  async (misbehaviour) => {
    const { bench, list } = await benchOver(1);
    await bench.run();
    telnyx.misbehave('POST /calls', misbehaviour, 2);
    for (const [at, pauseSeconds] of [1, 2].entries()) {
      await bench.dial(bench.claims[at]);
      await bench.settle(bench.claims[at] as ClaimMessage);
      const { status, next_attempt_at, attempts } = (await bench.enrolmentOf(list[0] as Contact)) ?? {};
      expect({ status, attempts }).toEqual({ status: 'queued', attempts: 0 });
      expect(Date.parse(next_attempt_at ?? '')).toBeLessThanOrEqual(bench.ports.clock().getTime());
      bench.pass(pauseSeconds - 0.5);
      await bench.step();
      expect(bench.claims).toHaveLength(at + 1);
      bench.pass(1);
      await bench.step();
      expect(bench.claims).toHaveLength(at + 2);
    }
    expect(await bench.control()).toMatchObject({ status: 'running' });
  },
);

test.each<NotDialedReason>(['too_slow', 'queue_lost', 'phone_changed', 'over_limit'])(
  'a claim released as %s is not due again at once, and later and later',
  async (reason) => {
    const { bench, list } = await benchOver(1);
    await bench.run();
    for (const waitMs of [1_000, 2_000, 4_000]) {
      const claim = bench.claims.at(-1) as ClaimMessage;
      await releaseClaim(bench.ports, await bench.callOf(claim), reason);
      await bench.settle(claim);
      const { next_attempt_at, attempts } = (await bench.enrolmentOf(list[0] as Contact)) ?? {};
      expect({ waitMs: Date.parse(next_attempt_at ?? '') - bench.ports.clock().getTime(), attempts }).toEqual({
        waitMs,
        attempts: 0,
      });
      bench.pass(waitMs / 1000);
      await bench.step();
    }
  },
);

test('a refusal for the callee concludes the call; one that spends no attempt does not', async () => {
  await setUrl(account, 'call', DEAD_URL, true, ['call.concluded']);
  const { bench } = await benchOver(2, { maxConcurrentCalls: 2, maxAttemptsPerContact: 1 });
  await bench.run();
  const [first, second] = bench.claims as [ClaimMessage, ClaimMessage];
  telnyx.misbehave('POST /calls', 'country_not_allowed');
  await bench.dial(first);
  telnyx.misbehave('POST /calls', 'rate_limited');
  await bench.dial(second);
  expect(await conclusionsTold(account, first.call_id)).toMatchObject([{ outcome: 'failed' }]);
  expect(await conclusionsTold(account, second.call_id)).toEqual([]);
});

test('a refusal of a dial that was cancelled meanwhile leaves its contact cancelled', async () => {
  const { bench, list } = await benchOver(1, { maxAttemptsPerContact: 3 });
  await bench.run();
  const claim = bench.claims[0] as ClaimMessage;
  const send = bench.ports.telephony.dial;
  telnyx.misbehave('POST /calls', 'rate_limited');
  bench.ports.telephony.dial = async (request) => {
    expect((await cancelCall(bench.ports, claim.call_id)).status).toBe('dialing');
    return send(request);
  };
  await bench.dial(claim);
  await bench.settle(claim);
  expect(await bench.enrolmentOf(list[0] as Contact)).toMatchObject({ status: 'cancelled', next_attempt_at: null });
});
