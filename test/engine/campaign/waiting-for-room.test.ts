import { expect, test } from '@jest/globals';
import { fillSlots } from '#shared/engine/campaign/planning/fill-slots.ts';
import type { DialMessage } from '#shared/schemas/messages.ts';
import { type CampaignControl, getControl } from '#shared/store/campaign/campaigns.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { DIAL_LIMITS } from '#test/harness/given/dial-limits.ts';
import { withOwnConnection } from '#test/harness/stack/own-connection.ts';
import { testTable } from '#test/harness/stack/table.ts';

/** Calls that the account may have, all of them held by the busy campaign. */
const ACCOUNT_CALLS = 1;

/** A campaign that waits because another one of its account holds the only call, and the looks that it has asked for. */
const waitingCampaign = async () => {
  const { given } = await newAccount();
  const table = withOwnConnection(testTable());
  const asked: number[] = [];
  const noteLooks = async (sent: DialMessage[]) => {
    for (const message of sent) if ('look' in message) asked.push(message.look);
  };
  const ports = {
    table,
    dialQueue: { send: noteLooks },
    checkTranscriber: () => null,
    limits: { ...DIAL_LIMITS, maxConcurrentCallsPerAccount: ACCOUNT_CALLS },
    clock: () => new Date(),
  };
  const fill = async (id: string, looks: number[]) =>
    fillSlots(ports, (await getControl(table, id)) as CampaignControl, looks, new Date());
  const busy = await given.campaignWith(await given.contacts(1), { maxConcurrentCalls: ACCOUNT_CALLS });
  const waiting = await given.campaignWith(await given.contacts(2));
  await fill(busy.id, []);
  await fill(waiting.id, []);
  return { step: (looks: number[]) => fill(waiting.id, looks), asked };
};

test('a campaign that waits has one look on its way, however often it is woken', async () => {
  const { step, asked } = await waitingCampaign();
  await step([]);
  expect(asked).toEqual([1]);
});

test('a campaign goes on looking when the look of its wait comes together with an older or a repeated one', async () => {
  const { step, asked } = await waitingCampaign();
  await step([1, 0]);
  await step([0, 2, 2]);
  expect(asked).toEqual([1, 2, 3]);
});

test('a look of an earlier wait does not begin another row of looks', async () => {
  const { step, asked } = await waitingCampaign();
  await step([7]);
  expect(asked).toEqual([1]);
});
