import { beforeAll, describe, expect, test } from '@jest/globals';
import { LOOK_EVERY_SECONDS } from '#shared/domain/call/deadline.ts';
import { chunked } from '#shared/domain/lists.ts';
import { SECOND_MS } from '#shared/domain/time.ts';
import { sweepCalls } from '#shared/engine/campaign/settlement/sweep-calls.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import type { CarrierCall, Telephony } from '#shared/ports/telephony.ts';
import { claimCall } from '#shared/store/call/call-changes.ts';
import { getCalls, newCall } from '#shared/store/call/calls.ts';
import { type CampaignControl, changeControl, getControl } from '#shared/store/campaign/campaigns.ts';
import { accountPool, takeCallPermit } from '#shared/store/limits/call-permits.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { slotsOf } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

/** Several steps' worth. A campaign may have 1,000, which takes twice the steps. */
const MANY_CALLS = 500;
/** More than are asked about at once. */
const SOME_CALLS = 60;
const CALLS_PER_TRANSACTION = 40;
/** One look at the carrier takes this long, on the engine's own clock. */
const LOOK_MS = 200;
/** Half of what the worker may take. */
const STEP_MAX_MS = 5_000;

const nobody = { send: async () => undefined };

/** Permits of the account that the suite's campaigns hold, or held. */
let permitsTaken = 0;

/** A campaign with so many answered calls; `look` is the carrier's answer to a look-up. */
const crowdedCampaign = async (size: number, look: () => CarrierCall | 'not_found' | 'unavailable') => {
  const table = testTable();
  const { id: campaignId } = await account.given.campaignWith([await account.given.contact()]);
  let nowMs = Date.now();
  const at = new Date(nowMs).toISOString();
  const callIds = Array.from({ length: size }, (_, n) => `call_${campaignId}_${n}`);
  const callOf = (id: string) => ({
    ...newCall({
      id,
      account_id: account.accountId,
      team_id: account.teamId,
      campaign_id: campaignId,
      contact_id: `cont_${id}`,
      company_id: null,
      assistant_id: null,
      direction: 'outbound',
      from_number: calleePhone(),
      to_number: calleePhone(),
      status: 'in_progress',
      attempt: 1,
      enrolment_id: `enr_${id}`,
      from_number_id: null,
      limit_changes_at_claim: 0,
      generation: 1,
      contact_timezone: null,
      recording_enabled: false,
      created_at: at,
      queued_at: at,
    }),
    call_control_id: `v3:${id}`,
    answered_at: at,
  });
  for (const some of chunked(callIds, CALLS_PER_TRANSACTION)) {
    const calls = some.map((id) => ({ ...callOf(id), channel: permitsTaken++ }));
    const permits = calls.map(({ id, channel }) =>
      takeCallPermit(accountPool(account.accountId), channel, { call_id: id, generation: 1, holder: campaignId }),
    );
    await table.transact([...calls.map(claimCall), ...permits]);
  }
  const control = (await getControl(table, campaignId)) as CampaignControl;
  const { operation, after } = changeControl(control, { permits_within: permitsTaken });
  await table.write(operation);
  const looks: string[] = [];
  let underWay = 0;
  const telephony = {
    async findCall({ commandId }: { commandId: string }) {
      looks.push(commandId);
      // All looks of a wave take their time together.
      if (underWay++ === 0) nowMs += LOOK_MS;
      await new Promise(setImmediate);
      underWay -= 1;
      return look();
    },
  } as unknown as Telephony;
  const ports = {
    table,
    telephony,
    webhookQueue: nobody,
    endedCallQueue: nobody,
    dialQueue: nobody,
    log: SILENT_LOG,
  };
  return {
    campaignId,
    callIds,
    looks,
    wait: (seconds: number) => {
      nowMs += seconds * SECOND_MS;
    },
    /** Steps until nothing is left to ask; answers how long each asked, in the engine's time. */
    async sweep(): Promise<number[]> {
      const durations: number[] = [];
      for (;;) {
        const begin = nowMs;
        const left = await sweepCalls({ ...ports, clock: () => new Date(nowMs) }, after);
        durations.push(nowMs - begin);
        if (left === 'done') return durations;
      }
    },
  };
};

const ENDED: CarrierCall = {
  callControlId: 'v3:call',
  callLegId: 'leg',
  callSessionId: 'session',
  state: 'ended',
  hangupCause: null,
  machineDetection: null,
  answeredAt: null,
  endedAt: null,
  durationSecs: null,
};

describe('calls whose events were lost', () => {
  test('are all asked about within one sweep, in steps of half the time that a step has, and all slots are free', async () => {
    const campaign = await crowdedCampaign(MANY_CALLS, () => ENDED);
    campaign.wait(LOOK_EVERY_SECONDS + 1);
    const steps = await campaign.sweep();
    expect(Math.max(...steps)).toBeLessThan(STEP_MAX_MS);
    expect(steps.length).toBeLessThan(10);
    expect(new Set(campaign.looks).size).toBe(MANY_CALLS);
    expect(campaign.looks).toHaveLength(MANY_CALLS);
    expect(await slotsOf({ id: campaign.campaignId })).toEqual([]);
    const calls = await getCalls(testTable(), campaign.callIds);
    expect(new Set(calls.map((call) => call?.outcome))).toEqual(new Set(['answered']));
  });

  test('are asked about no oftener than every two minutes while they go on, and keep their slots', async () => {
    const campaign = await crowdedCampaign(SOME_CALLS, () => ({ ...ENDED, state: 'in_progress' }));
    campaign.wait(LOOK_EVERY_SECONDS + 1);
    await campaign.sweep();
    campaign.wait(60);
    await campaign.sweep();
    expect(campaign.looks).toHaveLength(SOME_CALLS);
    campaign.wait(61);
    await campaign.sweep();
    expect(campaign.looks).toHaveLength(2 * SOME_CALLS);
    expect(await slotsOf({ id: campaign.campaignId })).toHaveLength(SOME_CALLS);
  });

  test('are known to be a machine once a look has told, though its event was lost too and the next look tells nothing', async () => {
    const views: CarrierCall[] = [
      { ...ENDED, state: 'in_progress', machineDetection: 'machine' },
      { ...ENDED, state: 'ended' },
    ];
    const campaign = await crowdedCampaign(1, () => views.shift() as CarrierCall);
    for (const _ of [1, 2]) {
      campaign.wait(LOOK_EVERY_SECONDS + 1);
      await campaign.sweep();
    }
    expect(await getCalls(testTable(), campaign.callIds)).toMatchObject([
      { status: 'ended', answered_by: 'machine', outcome: 'voicemail' },
    ]);
  });

  test('are left alone until the next sweep while the carrier cannot be asked', async () => {
    const campaign = await crowdedCampaign(SOME_CALLS, () => 'unavailable');
    campaign.wait(LOOK_EVERY_SECONDS + 1);
    expect(await campaign.sweep()).toHaveLength(1);
    expect(campaign.looks.length).toBeLessThan(SOME_CALLS);
  });
});
