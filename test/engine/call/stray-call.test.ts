import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { encodeClientState } from '#shared/domain/call/client-state.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { CampaignMessage, ClaimMessage } from '#shared/schemas/messages.ts';
import { getCalleeLock } from '#shared/store/limits/callee-locks.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import type { Misbehaviour } from '#test/harness/fake-telnyx/misbehaviour.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { conclusionsTold, DEAD_URL, setUrl } from '#test/harness/given/webhooks.ts';
import { readCall, readCampaign } from '#test/harness/read.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { expectNoSlots } from '#test/harness/wait-for.ts';
import { newDialBench } from './dial-bench.ts';

/** The carrier refuses a dial, and places the call all the same. */

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  account = await newAccount();
});
beforeEach(async () => {
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterEach(() => telnyx.stop());

const BACKOFF_SECONDS = 1;

/** The first dial of a campaign over one contact was refused, and its claim is released. */
const afterRefusal = async (refusal: Misbehaviour = 'rate_limited', settings = {}, maxCalls: number | null = null) => {
  const contact = (await account.given.contacts(1))[0] as Contact;
  const campaign = await account.given.campaignWith([contact], { maxAttemptsPerContact: 2, ...settings });
  const bench = newDialBench(telnyx, campaign);
  await bench.run('run_1', maxCalls);
  telnyx.misbehave('POST /calls', refusal);
  await bench.dial(bench.claims[0]);
  const first = bench.claims[0] as ClaimMessage;
  return {
    ...bench,
    campaign,
    first,
    call: () => bench.callOf(first),
    enrolment: () => bench.enrolmentOf(contact),
    hearStray: (type: string, generation = 1) =>
      bench.hear(type, { client_state: encodeClientState(first.call_id, { generation: generation }) }),
    hangUps: () => telnyx.requests.filter(({ request }) => request === 'POST /calls/v3:stray/actions/hangup'),
    /** The contact is claimed again. */
    async claimAgain(): Promise<ClaimMessage> {
      await bench.settle(first);
      bench.pass(BACKOFF_SECONDS);
      await bench.step();
      return bench.claims[1] as ClaimMessage;
    },
  };
};

const COUNTED = { attempts: 1, last_outcome: 'failed', status: 'retry_scheduled' };

test.each<[string, boolean]>([
  ['before its release is settled', false],
  ['after its release is settled', true],
])('is hung up, and counted as an attempt that failed: %s', async (_, isSettled) => {
  const { first, ...bench } = await afterRefusal();
  if (isSettled) await bench.settle(first);
  await bench.hearStray('call.initiated');
  expect(bench.hangUps()).toHaveLength(1);
  await bench.settle(first);
  expect(await bench.enrolment()).toMatchObject(COUNTED);
  expect(await readCall(account, first.call_id)).toMatchObject({
    status: 'ended',
    outcome: 'failed',
    ended_reason: 'placed_after_refusal',
    error: expect.stringMatching(/^Telnyx answered 429/),
  });
  expect(await readCampaign(account, bench.campaign.id)).toMatchObject({ contacts_called: 1 });
  const { calls } = await account.api.listCalls({ teamId: account.teamId, campaignId: bench.campaign.id });
  expect(calls).toHaveLength(1);
});

test.each([
  ['after its claim is released', 1],
  ['while its contact is claimed again', 2],
])('is told as concluded, once: %s', async (_, claims) => {
  await setUrl(account, 'call', DEAD_URL, true, ['call.concluded']);
  const { first, ...bench } = await afterRefusal();
  expect(await conclusionsTold(account, first.call_id)).toEqual([]);
  if (claims === 2) await bench.claimAgain();
  await bench.hearStray('call.initiated');
  await bench.hearStray('call.hangup');
  const ending = { outcome: 'failed', ended_reason: 'placed_after_refusal' };
  expect(await conclusionsTold(account, first.call_id)).toMatchObject([ending]);
});

test('counts for the number that was dialled, whatever number the contact has by then', async () => {
  const { first, ...bench } = await afterRefusal();
  const before = (await bench.call()).to_number;
  const phone = calleePhone();
  await account.api.updateContact({ id: (await bench.call()).contact_id ?? '', phone });
  const second = await bench.claimAgain();
  expect((await bench.callOf(second)).to_number).toBe(phone);
  await bench.hear('call.initiated', { client_state: encodeClientState(first.call_id, { generation: 1 }), to: before });
  const dialsTo = async (to: string) => (await getCalleeLock(testTable(), account.teamId, to))?.dials ?? [];
  expect([(await dialsTo(before)).length, (await dialsTo(phone)).length]).toEqual([1, 0]);
});

describe('is told of before the reply that refuses it', () => {
  /** The first dial's event is heard while its refusal is on its way. */
  const toldFirst = async (refusal: Misbehaviour) => {
    const contact = (await account.given.contacts(2))[0] as Contact;
    const campaign = await account.given.campaignWith([contact], { maxAttemptsPerContact: 2 });
    const bench = newDialBench(telnyx, campaign);
    await bench.run();
    const first = bench.claims[0] as ClaimMessage;
    const { dial } = bench.ports.telephony;
    telnyx.misbehave('POST /calls', refusal);
    bench.ports.telephony.dial = async (request) => {
      const result = await dial(request);
      await bench.hear('call.initiated', { client_state: request.clientState });
      return result;
    };
    await bench.dial(first);
    const hangUps = () => telnyx.requests.filter(({ request }) => request === 'POST /calls/v3:stray/actions/hangup');
    return { ...bench, contact, first, hangUps };
  };

  test.each<Misbehaviour>(['rate_limited', 'unauthorized', 'country_not_allowed'])(
    'is hung up, and counts as an attempt: %s',
    async (refusal) => {
      const { first, contact, ...bench } = await toldFirst(refusal);
      expect(bench.hangUps()).toHaveLength(1);
      const client_state = encodeClientState(first.call_id, { generation: first.generation });
      await bench.hear('call.hangup', { client_state, hangup_cause: 'originator_cancel' });
      await bench.settle(first);
      expect(await bench.enrolmentOf(contact)).toMatchObject({ attempts: 1, status: 'retry_scheduled' });
    },
  );

  test('halts its campaign for a fault that others would meet too', async () => {
    const { first, ...bench } = await toldFirst('unauthorized');
    await bench.hear('call.hangup', {
      client_state: encodeClientState(first.call_id, { generation: first.generation }),
    });
    await bench.settle(first);
    expect(await bench.control()).toMatchObject({
      status: 'paused',
      paused_reason: expect.stringMatching(/^The carrier does not accept calls: Telnyx answered 401/),
    });
  });

  test('is hung up at its next event if the carrier could not be reached', async () => {
    telnyx.misbehave('POST /calls/v3:stray/actions/hangup', 'server_error');
    await expect(toldFirst('rate_limited')).rejects.toThrow(/^Telnyx answered 500/);
    const [dialled] = telnyx.requests.filter(({ request }) => request === 'POST /calls');
    const bench = newDialBench(telnyx, { id: 'any' });
    await bench.hear('call.answered', { client_state: dialled?.body.client_state });
    const hangUps = telnyx.requests.filter(({ request }) => request === 'POST /calls/v3:stray/actions/hangup');
    expect(hangUps).toHaveLength(2);
  });
});

test('halts its campaign for a fault, though the call ended before the release was settled', async () => {
  const { first, ...bench } = await afterRefusal('unauthorized');
  await bench.hearStray('call.initiated');
  await bench.settle(first);
  expect(await bench.enrolment()).toMatchObject(COUNTED);
  expect(await bench.control()).toMatchObject({ status: 'paused' });
});

test('is taken from the cap of its run, to which its release had given it back', async () => {
  const { first, ...bench } = await afterRefusal('rate_limited', {}, 1);
  await bench.settle(first);
  expect(await bench.control()).toMatchObject({ calls_left: 1 });
  await bench.hearStray('call.initiated');
  expect(await bench.control()).toMatchObject({ calls_left: 0 });
});

test('frees what it took, and the next attempt is dialled', async () => {
  const { first, ...bench } = await afterRefusal('rate_limited', { maxAttemptsPerContact: 1 });
  await bench.settle(first);
  await bench.hearStray('call.answered');
  await bench.settle(first);
  await expectNoSlots(bench.campaign);
  expect(await bench.enrolment()).toMatchObject({ status: 'failed', attempts: 1 });
  expect(await bench.control()).toMatchObject({ status: 'completed' });
});

test('counts once, however often and in whatever order it is told of, and nobody talks on it', async () => {
  const { first, ...bench } = await afterRefusal();
  for (const type of ['call.answered', 'call.initiated', 'call.answered', 'call.hangup', 'call.completed']) {
    await bench.hearStray(type);
    await bench.settle(first);
  }
  expect(await bench.enrolment()).toMatchObject(COUNTED);
  expect(await readCampaign(account, bench.campaign.id)).toMatchObject({ contacts_called: 1, contacts_answered: 0 });
  expect(bench.heardByConversations).toEqual([]);
  const ids = new Set(bench.hangUps().map(({ body }) => body.command_id));
  expect(ids.size).toBe(1);
});

test('keeps a later claim, which waits in the queue, from being dialled', async () => {
  const bench = await afterRefusal();
  const second = await bench.claimAgain();
  await bench.hearStray('call.initiated');
  const before = telnyx.requests.filter(({ request }) => request === 'POST /calls').length;
  await bench.dial(second);
  expect(telnyx.requests.filter(({ request }) => request === 'POST /calls')).toHaveLength(before);
  await bench.settle(second);
  await expectNoSlots(bench.campaign);
  expect(await bench.enrolment()).toMatchObject(COUNTED);
});

test('leaves a later dial alone that is on the line already', async () => {
  const bench = await afterRefusal();
  const second = await bench.claimAgain();
  await bench.dial(second);
  await bench.hear('call.initiated', {
    call_control_id: 'v3:second',
    client_state: encodeClientState(second.call_id, { generation: second.generation }),
  });
  await bench.hearStray('call.answered');
  expect(bench.hangUps()).toHaveLength(1);
  expect(await bench.call()).toMatchObject({ status: 'ringing', answered_at: null, generation: 2 });
  expect(bench.heardByConversations).toEqual([]);
});

test('is looked at again when a later dial is under way, and counts if that is refused too', async () => {
  const bench = await afterRefusal();
  const second = await bench.claimAgain();
  telnyx.misbehave('POST /calls', 'dropped');
  await bench.dial(second);
  await bench.hearStray('call.initiated');
  expect(await bench.call()).toMatchObject({ status: 'dialing' });
  expect(bench.heardAgain).toHaveLength(1);
});

test('of a callee that was refused is hung up, and its attempt stays as it is', async () => {
  const { first, ...bench } = await afterRefusal('country_not_allowed');
  await bench.settle(first);
  const before = await bench.call();
  await bench.hearStray('call.answered');
  expect(bench.hangUps()).toHaveLength(1);
  expect(await bench.call()).toEqual(before);
  expect(await bench.enrolment()).toMatchObject(COUNTED);
  expect(bench.heardByConversations).toEqual([]);
});

test('counts though its campaign was cancelled meanwhile, which calls nobody for it', async () => {
  const { first, ...bench } = await afterRefusal();
  await bench.settle(first);
  await account.api.cancelCampaign({ id: bench.campaign.id });
  await bench.hearStray('call.initiated');
  await bench.settle(first);
  await expectNoSlots(bench.campaign);
  expect(await bench.enrolment()).toMatchObject({ status: 'cancelled', attempts: 1 });
  expect(await readCampaign(account, bench.campaign.id)).toMatchObject({ contacts_called: 1 });
});

test('a carrier that cannot hang up now is told again when the event comes back', async () => {
  const { first, ...bench } = await afterRefusal();
  telnyx.misbehave('POST /calls/v3:stray/actions/hangup', 'server_error');
  await expect(bench.hearStray('call.initiated')).rejects.toThrow(/^Telnyx answered 500/);
  await bench.hearStray('call.initiated');
  expect(bench.hangUps()).toHaveLength(2);
  await bench.settle(first);
  expect(await bench.enrolment()).toMatchObject(COUNTED);
});

test.each([
  ['at once, after its release is settled: others rely on the message of its note', true],
  ['not yet, before its release is settled: its line may be dialled again by then', false],
])('while the carrier cannot hang up, its campaign is told %s', async (_, isSettled) => {
  const { first, ...bench } = await afterRefusal();
  if (isSettled) await bench.settle(first);
  const told: CampaignMessage[] = [];
  bench.ports.campaignQueue = { send: async (messages) => void told.push(...messages) };
  telnyx.misbehave('POST /calls/v3:stray/actions/hangup', 'server_error');
  await expect(bench.hearStray('call.initiated')).rejects.toThrow(/^Telnyx answered 500/);
  const message = { campaign_id: bench.campaign.id, reason: 'call', call_id: first.call_id };
  expect(told).toEqual(isSettled ? [message] : []);
  await bench.hearStray('call.initiated');
  expect(told.at(-1)).toEqual(message);
});
