import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/domain/time.ts';
import { readWaiting } from '#shared/engine/campaign/read-waiting.ts';
import { runCampaign } from '#shared/engine/campaign/run.ts';
import { newDialBench } from '#test/engine/call/dial-bench.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { givenBounds } from '#test/harness/given/dialing.ts';

/** The account's daily hours, on the clock of whoever is called. */

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterAll(() => telnyx.stop());
beforeEach(async () => {
  account = await newAccount();
});

/** A campaign over a contact in each of these zones, at this hour UTC of the next day. */
const benchAt = async (hour: number, timezones: (string | null)[]) => {
  const contacts = await Promise.all(timezones.map((timezone) => account.given.contact({ timezone })));
  const campaign = await account.given.campaignWith(contacts, { maxConcurrentCalls: 5 });
  const bench = newDialBench(telnyx, campaign);
  const midnight = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  bench.pass((midnight + hour * HOUR_MS - bench.ports.clock().getTime()) / SECOND_MS);
  const at = (hours: number): string => new Date(midnight + hours * HOUR_MS).toISOString();
  return { ...bench, campaign, contacts, at };
};

const DAYTIME = { start: '08:00', end: '21:00' };

test('who is outside them waits for them, and is named in the run with the rule and who may change it', async () => {
  await givenBounds(account.accountId, { calling_hours: DAYTIME });
  const bench = await benchAt(3, ['UTC', 'Asia/Tokyo', null]);
  const [waits] = bench.contacts;
  const request = {
    campaignId: bench.campaign.id,
    executionId: 'run_1',
    by: callerOf(account.accountId),
    maxCalls: null,
    now: bench.ports.clock(),
  };
  const words =
    `Contact ${waits?.id} (Ada Lovelace) waits until ${bench.at(8)}: the account's calling_hours are 08:00 to 21:00 on ` +
    'the clock of whoever is called, and a key with the role "full" can change it with PATCH /api/settings/dialing.';
  const forecast = await runCampaign(bench.ports, { ...request, dryRun: true });
  expect([forecast.calls.length, forecast.failed, forecast.errors]).toEqual([2, 1, [words]]);
  expect((await runCampaign(bench.ports, { ...request, dryRun: false })).calls).toHaveLength(2);
  expect(await readWaiting(bench.ports, bench.campaign.id, bench.ports.clock())).toEqual({
    waiting_reason: 'calling_hours',
    waiting_until: bench.at(8),
  });
  bench.pass((5 * HOUR_MS) / SECOND_MS);
  await bench.step();
  expect(bench.claims).toHaveLength(3);
});

test('hours that are narrowed before the dial hold for the dial', async () => {
  const bench = await benchAt(3, ['UTC']);
  await bench.run();
  await givenBounds(account.accountId, { calling_hours: DAYTIME });
  await bench.dial(bench.claims[0]);
  const [claim] = bench.claims;
  expect(claim && (await bench.callOf(claim)).not_dialed_reason).toBe('outside_window');
  if (claim) await bench.settle(claim);
  await bench.step();
  expect(bench.claims).toHaveLength(1);
  expect(await readWaiting(bench.ports, bench.campaign.id, bench.ports.clock())).toMatchObject({
    waiting_reason: 'calling_hours',
    waiting_until: bench.at(8),
  });
});

test('those of the carrier hold until the account has set its own, or none', async () => {
  const bench = await benchAt(3, ['UTC']);
  bench.ports.limits = { ...bench.ports.limits, callingHoursByDefault: DAYTIME };
  await bench.run();
  expect(bench.claims).toHaveLength(0);
  await givenBounds(account.accountId, { calling_hours: null });
  const other = newDialBench(telnyx, await account.given.campaignWith(bench.contacts));
  other.ports.limits = bench.ports.limits;
  other.ports.clock = bench.ports.clock;
  await other.run();
  expect(other.claims).toHaveLength(1);
});

test('hours that never meet the window skip the contact', async () => {
  await givenBounds(account.accountId, { calling_hours: DAYTIME });
  const contact = await account.given.contact({ timezone: 'Asia/Tokyo' });
  const campaign = await account.given.campaignWith([contact], { callWindowStart: '22:00', callWindowEnd: '23:00' });
  const bench = newDialBench(telnyx, campaign);
  const midnight = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  bench.pass((midnight + 22.5 * HOUR_MS - bench.ports.clock().getTime()) / SECOND_MS);
  await bench.run();
  expect(await bench.enrolmentOf(contact)).toMatchObject({ status: 'skipped', skip_reason: 'no_common_call_window' });
});
