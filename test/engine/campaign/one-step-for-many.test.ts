import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dialClaim } from '#shared/engine/call/dialling/dial.ts';
import { tellCampaign } from '#shared/engine/call/tell.ts';
import { advanceCampaign } from '#shared/engine/campaign/advance.ts';
import type { DialResult } from '#shared/ports/telephony.ts';
import type { CampaignMessage, ClaimMessage } from '#shared/schemas/messages.ts';
import { unsettledIn, unsettledKey } from '#shared/store/campaign/unsettled-calls.ts';
import type { TableWriter, UnguardedUpdate } from '#shared/store/table/table.ts';
import { newDialBench } from '#test/engine/call/dial-bench.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { tableWithoutFaults } from '#test/harness/stack/table.ts';
import { slotsOf } from '#test/harness/wait-for.ts';

const SLOTS = 4;
const CONTACTS = 10;
/** A message that is not there by then was lost, or its step takes long. */
const LATE_SECONDS = 6;

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  account = await newAccount();
  telnyx = await startFakeTelnyx();
});
afterAll(() => telnyx.stop());

const REFUSED: DialResult = { result: 'refused', cause: 'rejected', reason: 'Nobody there.' };

/** A campaign with all its slots claimed; every dial is refused, and so over at once. */
const dialling = async () => {
  const contacts = await account.given.contacts(CONTACTS);
  const campaign = await account.given.campaignWith(contacts, { maxConcurrentCalls: SLOTS, maxAttemptsPerContact: 1 });
  const bench = newDialBench(telnyx, campaign, tableWithoutFaults());
  const told: CampaignMessage[] = [];
  const ports = {
    ...bench.ports,
    telephony: { ...bench.ports.telephony, dial: async () => REFUSED },
    campaignQueue: { send: async (messages: CampaignMessage[]) => void told.push(...messages) },
  };
  await bench.run();
  const notes = unsettledKey(campaign.id);
  return {
    bench,
    campaign,
    told,
    end: (claim: ClaimMessage) => dialClaim(ports, claim),
    tell: async (claim: ClaimMessage) => tellCampaign(ports, await bench.callOf(claim)),
    /** One step that waits for others; `meanwhile` runs while it does. Answers how long it has waited, milliseconds. */
    waitingStep: async (meanwhile: () => Promise<void>) => {
      const waits: number[] = [];
      const sleep = async (milliseconds: number) => {
        waits.push(milliseconds);
        await meanwhile();
      };
      await advanceCampaign({ ...ports, sleep }, told.splice(0));
      return waits;
    },
    /**
     * One step for everything that was told. `meanwhile` runs just before it takes off what it has settled; where that
     * loses its reply, the database's client sends it once more.
     */
    step: (meanwhile?: () => Promise<void>, { losesReply = false } = {}) => {
      const updateReturningOld = async (operation: UnguardedUpdate) => {
        if (operation.remove) await meanwhile?.();
        if (operation.remove && losesReply) await ports.table.updateReturningOld(operation);
        return ports.table.updateReturningOld(operation);
      };
      return advanceCampaign({ ...ports, table: { ...ports.table, updateReturningOld } }, told.splice(0));
    },
    /** One step whose batch read finds this call as it was, and its note, because it `ends` between the two. */
    stepReadingBefore: async ({ call_id }: ClaimMessage, ends: () => Promise<void>) => {
      let readCalls = (): void => undefined;
      const areCallsRead = new Promise<void>((resolve) => {
        readCalls = resolve;
      });
      let ended: Promise<void> | undefined;
      const getMany: TableWriter['getMany'] = async (keys, reading) => {
        if (keys.some(({ pk, sk }) => pk === notes.pk && sk === notes.sk)) {
          await areCallsRead;
          ended ??= ends();
          await ended;
        }
        const found = await ports.table.getMany(keys, reading);
        if (keys.some(({ pk }) => pk.endsWith(call_id))) readCalls();
        return found as never;
      };
      await advanceCampaign({ ...ports, table: { ...ports.table, getMany } }, told.splice(0));
    },
    unsettled: async () => [...unsettledIn(await ports.table.get(notes)).keys()].sort(),
  };
};

const idsOf = (claims: { call_id: string }[]): string[] => claims.map(({ call_id }) => call_id).sort();

test('of many calls that end at once one wakes the campaign, and one step settles all and refills every slot', async () => {
  const { bench, campaign, told, end, step, unsettled } = await dialling();
  const first = bench.claims.slice(0, SLOTS);
  for (const claim of first) await end(claim);
  expect(told).toEqual([{ campaign_id: campaign.id, reason: 'call', call_id: first[0]?.call_id }]);
  expect(await unsettled()).toEqual(idsOf(first));
  await step();
  expect(await unsettled()).toEqual([]);
  expect(bench.claims).toHaveLength(2 * SLOTS);
  expect(idsOf(await slotsOf(campaign))).toEqual(idsOf(bench.claims.slice(SLOTS)));
});

test('a call that ends while a step settles others is settled by the next, which that step wakes', async () => {
  const { bench, campaign, told, end, step, unsettled } = await dialling();
  const [one, other] = bench.claims as [ClaimMessage, ClaimMessage];
  await end(one);
  await step(() => end(other));
  expect(told).toEqual([{ campaign_id: campaign.id, reason: 'call' }]);
  expect(await unsettled()).toEqual([other.call_id]);
  await step();
  expect(await unsettled()).toEqual([]);
  expect(idsOf(await slotsOf(campaign))).not.toContain(other.call_id);
});

test('it wakes the next step though the database loses its reply, in which the settled calls stood', async () => {
  const { bench, campaign, told, end, step, unsettled } = await dialling();
  const [one, other] = bench.claims as [ClaimMessage, ClaimMessage];
  await end(one);
  await step(() => end(other), { losesReply: true });
  expect(told).toEqual([{ campaign_id: campaign.id, reason: 'call' }]);
  await step();
  expect(await unsettled()).toEqual([]);
});

test('a call that is noted, but was read as it was before its end, is settled before its note is taken off', async () => {
  const { bench, campaign, told, end, tell, stepReadingBefore, unsettled } = await dialling();
  const [one, other] = bench.claims as [ClaimMessage, ClaimMessage];
  await end(one);
  await tell(other);
  expect(told).toMatchObject([{ call_id: one.call_id }, { call_id: other.call_id }]);
  await stepReadingBefore(other, () => end(other));
  expect([await unsettled(), told]).toEqual([[], []]);
  expect(idsOf(await slotsOf(campaign))).not.toContain(other.call_id);
});

test('a step waits for calls that end one after the other, but for none after a quiet moment', async () => {
  const { bench, told, end, waitingStep, unsettled } = await dialling();
  const [one, second, third, fourth] = bench.claims as [ClaimMessage, ClaimMessage, ClaimMessage, ClaimMessage];
  await end(one);
  expect(await waitingStep(async () => undefined)).toEqual([]);
  await end(second);
  expect(await waitingStep(() => end(third))).toEqual([180]);
  expect([await unsettled(), told]).toEqual([[], []]);
  expect(bench.claims).toHaveLength(SLOTS + 3);
  bench.pass(1);
  await end(fourth);
  expect(await waitingStep(async () => undefined)).toEqual([]);
});

test('a call that is told again, and one that ends when the first message is late, wake the campaign once more', async () => {
  const { bench, told, end, tell } = await dialling();
  const [one, other, last] = bench.claims as [ClaimMessage, ClaimMessage, ClaimMessage];
  await end(one);
  await tell(one);
  expect(told.map(({ call_id }) => call_id)).toEqual([one.call_id, one.call_id]);
  await end(other);
  expect(told).toHaveLength(2);
  bench.pass(LATE_SECONDS);
  await end(last);
  expect(told.at(-1)?.call_id).toBe(last.call_id);
});
