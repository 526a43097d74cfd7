import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { encodeClientState } from '#shared/domain/call/client-state.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/domain/time.ts';
import { dialingUsage } from '#shared/engine/account/dialing-usage.ts';
import { readAccountDay } from '#shared/engine/call/dialling/account-day.ts';
import { advanceCampaign } from '#shared/engine/campaign/advance.ts';
import { readWaiting } from '#shared/engine/campaign/read-waiting.ts';
import { runCampaign } from '#shared/engine/campaign/run.ts';
import type { ClaimMessage } from '#shared/schemas/messages.ts';
import { type DialBench, newDialBench } from '#test/engine/call/dial-bench.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { givenBounds } from '#test/harness/given/dialing.ts';

/** What an account may dial in a UTC day. */

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterAll(() => telnyx.stop());
beforeEach(async () => {
  account = await newAccount();
});

const NOON_MS = 12 * HOUR_MS;
/** The connection pauses this long after a refusal for a limit. */
const BACKOFF_SECONDS = 1;

/** The engine of a campaign over so many contacts, at noon of the next day, so that no midnight comes by itself. */
const benchAtNoon = async (contacts: number, fields: object = {}) => {
  const campaign = await account.given.campaignWith(await account.given.contacts(contacts), {
    maxConcurrentCalls: contacts,
    ...fields,
  });
  const bench = newDialBench(telnyx, campaign);
  const wakeUps: string[] = [];
  bench.ports.wakeUps = { wakeAt: async (_, at) => void wakeUps.push(at.toISOString()) };
  const noon = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + NOON_MS;
  bench.pass((noon - bench.ports.clock().getTime()) / SECOND_MS);
  return { ...bench, campaign, wakeUps, midnight: new Date(noon + NOON_MS) };
};

const usageOf = async ({ ports }: Pick<DialBench, 'ports'>) =>
  dialingUsage(await readAccountDay(ports, account.accountId, ports.clock()));

const waitingOf = ({ ports, campaign }: DialBench & { campaign: { id: string } }) =>
  readWaiting(ports, campaign.id, ports.clock());

const reasonsOf = async (bench: DialBench, claims = bench.claims) =>
  (await Promise.all(claims.map(bench.callOf))).map(({ status, not_dialed_reason: reason }) => reason ?? status);

test('fifty dials at once on ten that are left are ten dials', async () => {
  await givenBounds(account.accountId, { max_calls_per_day: 10 });
  const benches = await Promise.all(Array.from({ length: 5 }, () => benchAtNoon(10)));
  await Promise.all(benches.map((bench) => bench.run()));
  await Promise.all(benches.map((bench) => bench.step()));
  expect(benches.flatMap(({ claims }) => claims)).toHaveLength(10);
  expect(await usageOf(benches[0] as DialBench)).toMatchObject({ calls_today: 10, calls_per_day_allowed: 10 });
});

test('the plan bounds an account that has set nothing, and one that has set more', async () => {
  const bench = await benchAtNoon(3);
  bench.ports.limits = { ...bench.ports.limits, callsPerDay: { free: 1, starter: 1, growth: 2 } };
  await givenBounds(account.accountId, { max_calls_per_day: 5 });
  await bench.run();
  expect(bench.claims).toHaveLength(2);
  expect(await usageOf(bench)).toMatchObject({ calls_today: 2, calls_per_day_allowed: 2 });
});

test('an account that has had its dials goes on after midnight UTC, woken then and not before', async () => {
  await givenBounds(account.accountId, { max_calls_per_day: 1 });
  const bench = await benchAtNoon(2);
  await bench.run();
  await bench.step();
  await bench.step();
  expect(bench.wakeUps).toEqual([bench.midnight.toISOString()]);
  expect(await waitingOf(bench)).toEqual({
    waiting_reason: 'daily_calls',
    waiting_until: bench.midnight.toISOString(),
  });
  bench.pass((bench.midnight.getTime() - bench.ports.clock().getTime()) / SECOND_MS);
  await bench.step();
  expect(bench.claims).toHaveLength(2);
  expect(await waitingOf(bench)).toEqual({ waiting_reason: null, waiting_until: null });
});

test('a dial that is given back is given back once, however often its message comes', async () => {
  await givenBounds(account.accountId, { max_calls_per_day: 2 });
  const bench = await benchAtNoon(2);
  await bench.run();
  telnyx.misbehave('POST /calls', 'rate_limited');
  const [first] = bench.claims as [ClaimMessage];
  await bench.dial(first);
  await Promise.all([bench.settle(first), bench.settle(first), bench.dial(first)]);
  await bench.settle(first);
  expect(await usageOf(bench)).toMatchObject({ calls_today: 1 });
  bench.pass(BACKOFF_SECONDS);
  await bench.step();
  expect(bench.claims).toHaveLength(3);
  expect(await usageOf(bench)).toMatchObject({ calls_today: 2 });
});

test('a call that the carrier placed although it had refused it counts after all', async () => {
  await givenBounds(account.accountId, { max_calls_per_day: 2 });
  const bench = await benchAtNoon(1);
  await bench.run();
  telnyx.misbehave('POST /calls', 'rate_limited');
  const [first] = bench.claims as [ClaimMessage];
  await bench.dial(first);
  // The contact is not claimed again before its time.
  await advanceCampaign({ ...bench.ports, checkTranscriber: () => 'no' }, [
    { campaign_id: bench.campaign.id, reason: 'call', call_id: first.call_id },
  ]);
  const before = await usageOf(bench);
  const stray = { client_state: encodeClientState(first.call_id, { generation: 1 }) };
  await bench.hear('call.initiated', stray);
  await bench.hear('call.hangup', stray);
  expect([before.calls_today, (await usageOf(bench)).calls_today]).toEqual([0, 1]);
});

describe('a claim waits for its dial', () => {
  test('while the bound is narrowed: it is given back', async () => {
    const bench = await benchAtNoon(2);
    await bench.run();
    await givenBounds(account.accountId, { max_calls_per_day: 1 });
    const [first, second] = bench.claims as [ClaimMessage, ClaimMessage];
    await bench.dial(first);
    await bench.settle(first);
    await bench.dial(second);
    expect(await reasonsOf(bench, [first, second])).toEqual(['daily_calls', 'dialing']);
    expect(await usageOf(bench)).toMatchObject({ calls_today: 1 });
  });

  test('that a slower clock makes before the day it counts on: it is given back', async () => {
    const bench = await benchAtNoon(1);
    bench.pass((bench.midnight.getTime() - bench.ports.clock().getTime()) / SECOND_MS + 1);
    await bench.run();
    bench.pass(-2);
    await bench.dial(bench.claims[0]);
    expect(await reasonsOf(bench)).toEqual(['day_over']);
  });

  test('until its day is over: it counts on the next one', async () => {
    const bench = await benchAtNoon(1);
    bench.pass((bench.midnight.getTime() - bench.ports.clock().getTime()) / SECOND_MS - 2);
    await bench.run();
    bench.pass(2.5);
    await bench.dial(bench.claims[0]);
    expect(await reasonsOf(bench)).toEqual(['day_over']);
    await bench.settle(...bench.claims);
    bench.pass(5);
    await bench.step();
    await bench.dial(bench.claims[1]);
    expect(await usageOf(bench)).toMatchObject({ calls_today: 1 });
  });
});

test('an account whose money is spent waits for midnight, and its claims are given back', async () => {
  await givenBounds(account.accountId, { max_spend_per_day_usd: '0.05' });
  const bench = await benchAtNoon(2, { maxConcurrentCalls: 2 });
  await bench.run();
  const [first, second] = bench.claims as [ClaimMessage, ClaimMessage];
  await bench.dial(first);
  const told = { client_state: encodeClientState(first.call_id, { generation: 1 }) };
  await bench.hear('call.hangup', { ...told, hangup_cause: 'no_answer' });
  await bench.hear('call.cost', { ...told, cost: { totalUsd: '0.0500' } });
  await bench.conclude(first);
  await bench.conclude(first);
  expect(await usageOf(bench)).toMatchObject({ spend_today_usd: '0.0500' });
  await bench.dial(second);
  await bench.settle(first, second);
  expect(await reasonsOf(bench, [second])).toEqual(['daily_spend']);
  expect(await waitingOf(bench)).toMatchObject({ waiting_reason: 'daily_spend' });
});

test('a run and a dry run say which bound holds, what it is set to and who may change it', async () => {
  await givenBounds(account.accountId, { max_calls_per_day: 1 });
  const bench = await benchAtNoon(2);
  const request = {
    campaignId: bench.campaign.id,
    executionId: 'run_1',
    by: callerOf(account.accountId),
    maxCalls: null,
    now: bench.ports.clock(),
  };
  const words =
    'The calls of today are used up: the account\'s max_calls_per_day is 1; a key with the role "full" can change it ' +
    `with PATCH /api/settings/dialing. Dialling goes on at ${bench.midnight.toISOString()}.`;
  expect(await runCampaign(bench.ports, { ...request, dryRun: true })).toMatchObject({ failed: 0, errors: [words] });
  expect(await runCampaign(bench.ports, { ...request, dryRun: false })).toMatchObject({ failed: 0, errors: [words] });
});
