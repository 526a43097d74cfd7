import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { encodeClientState } from '#shared/domain/call/client-state.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/domain/time.ts';
import { advanceCampaign } from '#shared/engine/campaign/advance.ts';
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

/** A campaign over such contacts, at this hour UTC of the next day. */
const benchOf = async (hour: number, callees: object[], fields: object = {}) => {
  const contacts = await Promise.all(callees.map((callee) => account.given.contact(callee)));
  const campaign = await account.given.campaignWith(contacts, { maxConcurrentCalls: 5, ...fields });
  const bench = newDialBench(telnyx, campaign);
  const midnight = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  bench.pass((midnight + hour * HOUR_MS - bench.ports.clock().getTime()) / SECOND_MS);
  const at = (hours: number): string => new Date(midnight + hours * HOUR_MS).toISOString();
  return { ...bench, campaign, contacts, at };
};

/** A campaign over a contact in each of these zones, at this hour UTC of the next day. */
const benchAt = (hour: number, timezones: string[]) =>
  benchOf(
    hour,
    timezones.map((timezone) => ({ timezone })),
  );

const runOf = (bench: Awaited<ReturnType<typeof benchOf>>, dryRun: boolean) =>
  runCampaign(bench.ports, {
    campaignId: bench.campaign.id,
    executionId: 'run_1',
    by: callerOf(account.accountId),
    maxCalls: null,
    now: bench.ports.clock(),
    dryRun,
  });

const dayAt = (at: string, timeZone = 'UTC'): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone }).format(new Date(at));

const DAYTIME = { start: '08:00', end: '21:00' };

test('who is outside them waits for them, and is named in the run with the rule and who may change it', async () => {
  await givenBounds(account.accountId, { calling_hours: DAYTIME });
  const bench = await benchAt(3, ['UTC', 'Asia/Tokyo', 'Asia/Seoul']);
  const [waits] = bench.contacts;
  const words =
    `Contact ${waits?.id} (Ada Lovelace) waits until ${bench.at(8)} (08:00 on ${dayAt(bench.at(8))} in UTC): the account's calling_hours are 08:00 to 21:00 on ` +
    'the clock of whoever is called, and a key with the role "full" can change it with PATCH /api/settings/dialing.';
  const forecast = await runOf(bench, true);
  expect([forecast.calls.length, forecast.failed, forecast.errors]).toEqual([2, 1, [words]]);
  expect((await runOf(bench, false)).calls).toHaveLength(2);
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

/** One in Kolkata, whose clock is the same all year. */
const INDIAN = { phone: '+911123456789', timezone: null };
/** One in Tokyo. */
const JAPANESE = { phone: '+81312345678', timezone: null };
/** One in Hawaii. */
const HAWAIIAN = { phone: '+18085550100', timezone: null };
/** One who may be in any zone of Russia, of which none has daylight saving time. */
const RUSSIAN = { phone: '+79261234567', timezone: null };

describe('whoever has no zone of its own', () => {
  beforeEach(() =>
    givenBounds(account.accountId, { calling_hours: DAYTIME, allowed_countries: ['IN', 'JP', 'RU', 'US'] }),
  );

  test('is called within the hours of the zone that the number tells', async () => {
    const bench = await benchOf(12, [INDIAN, JAPANESE]);
    const forecast = await runOf(bench, true);
    expect(forecast.calls.map(({ to_number }) => to_number)).toEqual([INDIAN.phone]);
    const opening = bench.at(23);
    const clock = `08:00 on ${dayAt(opening, 'Asia/Tokyo')} in Asia/Tokyo`;
    expect(forecast.errors).toEqual([expect.stringContaining(`waits until ${opening} (${clock}): `)]);
    expect(forecast.message).toBe(`1 call would be started. 1 contact waits until ${opening} (${clock}).`);
    await bench.run();
    expect(bench.claims).toHaveLength(1);
    const [, japanese] = bench.contacts;
    expect(japanese && (await bench.enrolmentOf(japanese))?.next_attempt_at).toBe(opening);
  });

  test('is called when the hours are open in every zone that the number may be in', async () => {
    const bench = await benchOf(5, [RUSSIAN]);
    await bench.run();
    expect(bench.claims).toHaveLength(0);
    expect(await readWaiting(bench.ports, bench.campaign.id, bench.ports.clock())).toEqual({
      waiting_reason: 'calling_hours',
      waiting_until: bench.at(6),
    });
    bench.pass(HOUR_MS / SECOND_MS);
    await bench.step();
    expect(bench.claims).toHaveLength(1);
  });

  test('waits at the dial, if the hours have ended since the claim in the last of its zones', async () => {
    const bench = await benchOf(8.99, [RUSSIAN]);
    await bench.run();
    bench.pass((0.02 * HOUR_MS) / SECOND_MS);
    const [claim] = bench.claims;
    await bench.dial(claim);
    expect(claim && (await bench.callOf(claim)).not_dialed_reason).toBe('outside_window');
    if (claim) await bench.settle(claim);
    await bench.step();
    expect(bench.claims).toHaveLength(1);
    const [russian] = bench.contacts;
    expect(russian && (await bench.enrolmentOf(russian))?.next_attempt_at).toBe(bench.at(30));
  });

  test('is skipped where the hours never meet in all of its zones', async () => {
    await givenBounds(account.accountId, { calling_hours: { start: '09:00', end: '12:00' } });
    const bench = await benchOf(10, [RUSSIAN]);
    await bench.run();
    const [russian] = bench.contacts;
    expect(russian && (await bench.enrolmentOf(russian))).toMatchObject({ skip_reason: 'no_common_call_window' });
  });
});

describe("a window in the callee's zones", () => {
  const WINDOW = { callWindowStart: '09:00', callWindowEnd: '17:00', callWindowTimezone: 'Pacific/Honolulu' };
  const IN_CALLEE_ZONE = { ...WINDOW, settings: { windowInCalleeZone: true } };
  beforeEach(() => givenBounds(account.accountId, { allowed_countries: ['IN', 'JP', 'US'] }));

  test('is open to whom it is day, whatever time it is for the campaign', async () => {
    const bench = await benchOf(7, [INDIAN, JAPANESE, HAWAIIAN], IN_CALLEE_ZONE);
    const forecast = await runOf(bench, true);
    expect(forecast.calls.map(({ to_number }) => to_number)).toEqual([INDIAN.phone, JAPANESE.phone]);
    const opening = bench.at(19);
    const clock = `09:00 on ${dayAt(opening, 'Pacific/Honolulu')} in Pacific/Honolulu`;
    expect(forecast.errors).toEqual([
      expect.stringContaining(
        `waits until ${opening} (${clock}): the campaign's call window is 09:00 to 17:00 on the clock of whoever is called`,
      ),
    ]);
    await bench.run();
    expect(bench.claims).toHaveLength(2);
    const [, , hawaiian] = bench.contacts;
    expect(hawaiian && (await bench.enrolmentOf(hawaiian))).toMatchObject({
      next_attempt_at: opening,
      waits_for: 'call_window',
    });
  });

  test("holds nobody back by the campaign's own clock, and without it everybody", async () => {
    const closed = await benchOf(7, [INDIAN, JAPANESE], WINDOW);
    const forecast = await runOf(closed, true);
    expect([forecast.calls, forecast.errors]).toEqual([[], []]);
    expect(forecast.message).toContain(`it opens at ${closed.at(19)}`);
  });

  test('is told while everybody waits for it', async () => {
    const bench = await benchOf(16, [INDIAN, JAPANESE], IN_CALLEE_ZONE);
    await bench.run();
    await bench.step();
    expect(bench.claims).toHaveLength(0);
    expect(await readWaiting(bench.ports, bench.campaign.id, bench.ports.clock())).toEqual({
      waiting_reason: 'call_window',
      waiting_until: bench.at(24),
    });
    bench.pass((8 * HOUR_MS) / SECOND_MS);
    await bench.step();
    expect(bench.claims).toHaveLength(1);
  });

  test('and calling hours have one next opening', async () => {
    await givenBounds(account.accountId, { calling_hours: { start: '10:00', end: '21:00' } });
    const bench = await benchOf(16, [JAPANESE], IN_CALLEE_ZONE);
    await bench.run();
    expect(await readWaiting(bench.ports, bench.campaign.id, bench.ports.clock())).toEqual({
      waiting_reason: 'calling_hours',
      waiting_until: bench.at(25),
    });
  });

  test('is kept by the next attempt', async () => {
    const bench = await benchOf(7.5, [JAPANESE], {
      ...IN_CALLEE_ZONE,
      maxAttemptsPerContact: 2,
      retryDelayMinutes: 60,
    });
    await bench.run();
    const [claim] = bench.claims;
    await bench.dial(claim);
    const call = claim && (await bench.callOf(claim));
    const data = {
      call_control_id: call?.call_control_id,
      client_state: call && encodeClientState(call.id, { generation: call.generation }),
    };
    await bench.hear('call.hangup', { ...data, hangup_cause: 'timeout' });
    if (claim) await bench.settle(claim);
    const [japanese] = bench.contacts;
    expect(japanese && (await bench.enrolmentOf(japanese))).toMatchObject({
      status: 'retry_scheduled',
      next_attempt_at: bench.at(24),
      waits_for: 'call_window',
      paused_until: bench.at(8.5),
    });
    // A window that was moved cures no pause after an attempt.
    const widened = { rules: ['call_window' as const] };
    await advanceCampaign(bench.ports, [{ campaign_id: bench.campaign.id, reason: 'widened', widened }]);
    expect(japanese && (await bench.enrolmentOf(japanese))).toMatchObject({
      next_attempt_at: bench.at(8.5),
      waits_for: null,
    });
  });
});
