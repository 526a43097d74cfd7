import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { encodeClientState } from '#shared/domain/call/client-state.ts';
import type { NumberDial } from '#shared/domain/call/number-dials.ts';
import { DAY_MS, SECOND_MS } from '#shared/domain/time.ts';
import { wakeCampaigns } from '#shared/engine/account/wake-campaigns.ts';
import { advanceCampaign } from '#shared/engine/campaign/advance.ts';
import { readWaiting } from '#shared/engine/campaign/read-waiting.ts';
import { runCampaign } from '#shared/engine/campaign/run.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { CampaignMessage, ClaimMessage } from '#shared/schemas/messages.ts';
import { calleeLockKey, getCalleeLock } from '#shared/store/limits/callee-locks.ts';
import { newDialBench } from '#test/engine/call/dial-bench.ts';
import { eventually } from '#test/harness/eventually.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { givenBounds } from '#test/harness/given/dialing.ts';
import { tableAfterReading, tableBeforeWrite } from '#test/harness/stack/table-before-write.ts';

/** How often one number is dialled within 24 hours. */

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterAll(() => telnyx.stop());
beforeEach(async () => {
  account = await newAccount();
});

const RETRY_MINUTES = 60;

/** A campaign over one contact that is never answered and tried again and again. */
const begin = async (bound: number | null) => {
  await givenBounds(account.accountId, { max_calls_per_number_per_day: bound });
  const contact = (await account.given.contacts(1))[0] as Contact;
  const campaign = await account.given.campaignWith([contact], {
    maxAttemptsPerContact: 9,
    retryDelayMinutes: RETRY_MINUTES,
  });
  const bench = newDialBench(telnyx, campaign);
  await bench.run();
  /** The latest claim is dialled, and nobody answers. */
  const attempt = async () => {
    const claim = bench.claims.at(-1) as ClaimMessage;
    await bench.dial(claim);
    const { attempt: number } = await bench.callOf(claim);
    const told = { client_state: encodeClientState(claim.call_id, { generation: claim.generation }) };
    await bench.hear('call.hangup', { ...told, call_control_id: `v3:${number}`, hangup_cause: 'no_answer' });
    await bench.settle(claim);
    bench.pass(RETRY_MINUTES * 60);
    await bench.step();
  };
  const dials = async () => (await getCalleeLock(bench.ports.table, account.teamId, contact.phone ?? ''))?.dials ?? [];
  const waiting = () => readWaiting(bench.ports, campaign.id, bench.ports.clock());
  return { ...bench, campaign, contact, attempt, dials, waiting };
};

const dayAfter = (at: string): string => new Date(Date.parse(at) + DAY_MS).toISOString();

test('a number that has had its dials is due again when the oldest is 24 hours old', async () => {
  const bench = await begin(2);
  await bench.attempt();
  await bench.attempt();
  const oldest = (await bench.dials())[0] as NumberDial;
  expect(bench.claims).toHaveLength(2);
  expect(await bench.waiting()).toEqual({ waiting_reason: 'number_daily_calls', waiting_until: dayAfter(oldest.at) });
  bench.pass((Date.parse(dayAfter(oldest.at)) - bench.ports.clock().getTime()) / SECOND_MS - 1);
  await bench.step();
  expect(bench.claims).toHaveLength(2);
  bench.pass(1);
  await bench.step();
  expect(bench.claims).toHaveLength(3);
});

test('a number without a bound is dialled as often as its campaign wants', async () => {
  const bench = await begin(null);
  for (let attempts = 0; attempts < 4; attempts++) await bench.attempt();
  expect(bench.claims).toHaveLength(5);
});

test('a wider bound lets those who wait for it be dialled at once', async () => {
  const bench = await begin(1);
  await bench.attempt();
  expect(bench.claims).toHaveLength(1);
  await givenBounds(account.accountId, { max_calls_per_number_per_day: 2 });
  const woken: CampaignMessage[] = [];
  const campaignQueue = { send: async (messages: CampaignMessage[]) => void woken.push(...messages) };
  bench.pass(1);
  await eventually(async () => {
    await wakeCampaigns({ ...bench.ports, campaignQueue }, account.accountId, ['number_daily_calls']);
    expect(woken.map(({ campaign_id }) => campaign_id)).toContain(bench.campaign.id);
  });
  await advanceCampaign(bench.ports, woken.slice(-1));
  expect(bench.claims).toHaveLength(2);
});

test('those who wait for a bound that is not wide enough yet wait on until the same time', async () => {
  const bench = await begin(1);
  await bench.attempt();
  const before = await bench.waiting();
  bench.pass(1);
  await advanceCampaign(bench.ports, [
    { campaign_id: bench.campaign.id, reason: 'widened', widened: { rules: ['number_daily_calls'] } },
  ]);
  expect(before.waiting_reason).toBe('number_daily_calls');
  expect(await bench.waiting()).toEqual(before);
});

test('nobody waits for a bound that is widened while the wait is decided', async () => {
  const bench = await begin(1);
  const claim = bench.claims[0] as ClaimMessage;
  await bench.dial(claim);
  const told = { client_state: encodeClientState(claim.call_id, { generation: claim.generation }) };
  await bench.hear('call.hangup', { ...told, call_control_id: 'v3:1', hangup_cause: 'no_answer' });
  await bench.settle(claim);
  bench.pass(RETRY_MINUTES * 60);
  const table = tableBeforeWrite(() => givenBounds(account.accountId, { max_calls_per_number_per_day: 2 }));
  await advanceCampaign({ ...bench.ports, table }, [{ campaign_id: bench.campaign.id, reason: 'change' }]);
  expect(bench.claims).toHaveLength(2);
});

test('of two dials for the last one of a number, the second finds it taken, also when the first ends meanwhile', async () => {
  const bench = await begin(1);
  const other = await account.given.campaignWith([bench.contact], { maxAttemptsPerContact: 1 });
  const beside = newDialBench(telnyx, other);
  await beside.run();
  const [first, second] = [bench.claims[0] as ClaimMessage, beside.claims[0] as ClaimMessage];
  await bench.dial(first);
  const ends = async () => {
    const told = { client_state: encodeClientState(first.call_id, { generation: first.generation }) };
    await bench.hear('call.hangup', { ...told, call_control_id: 'v3:1', hangup_cause: 'no_answer' });
    await bench.settle(first);
  };
  await beside.dial(second, tableAfterReading(calleeLockKey(account.teamId, bench.contact.phone ?? ''), ends));
  expect(await bench.dials()).toHaveLength(1);
  expect((await beside.callOf(second)).not_dialed_reason).toBe('number_busy');
});

test('a dial that the carrier refuses without an attempt does not count for its number', async () => {
  const bench = await begin(1);
  telnyx.misbehave('POST /calls', 'rate_limited');
  const [claim] = bench.claims as [ClaimMessage];
  await bench.dial(claim);
  expect(await bench.dials()).toHaveLength(1);
  await bench.settle(claim);
  expect(await bench.dials()).toEqual([]);
});

test('campaigns of a team share the dials of a number, and a claim that comes too late is given back', async () => {
  const bench = await begin(1);
  const other = await account.given.campaignWith([bench.contact], { maxAttemptsPerContact: 1 });
  const beside = newDialBench(telnyx, other);
  await beside.run();
  await bench.attempt();
  beside.pass(RETRY_MINUTES * 60);
  await beside.dial({ ...(beside.claims[0] as ClaimMessage) });
  const late = await beside.callOf(beside.claims[0] as ClaimMessage);
  expect([late.status, late.not_dialed_reason]).toEqual(['not_dialed', 'number_daily_calls']);
});

test('a run and a dry run name who waits for the bound of a number, what it is set to and who may change it', async () => {
  const bench = await begin(1);
  await bench.attempt();
  const oldest = (await bench.dials())[0] as NumberDial;
  const other = await account.given.campaignWith([bench.contact]);
  const request = {
    campaignId: other.id,
    executionId: 'run_2',
    by: callerOf(account.accountId),
    maxCalls: null,
    now: bench.ports.clock(),
  };
  const until = `Contact ${bench.contact.id} (Ada Lovelace) waits until ${dayAfter(oldest.at)} (`;
  const why =
    "): its number has had its calls of 24 hours; the account's max_calls_per_number_per_day is 1, and a key with the " +
    'role "full" can change it with PATCH /api/settings/dialing.';
  for (const dryRun of [true, false]) {
    const { failed, errors } = await runCampaign({ ...bench.ports }, { ...request, dryRun });
    expect(failed).toBe(1);
    expect(errors).toEqual([expect.stringContaining(until)]);
    expect(errors).toEqual([expect.stringContaining(why)]);
  }
});
