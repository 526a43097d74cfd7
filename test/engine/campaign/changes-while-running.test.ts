import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { getCalls } from '#shared/store/call/calls.ts';
import { mostLiveAtOnce, spansOf } from '#test/harness/carrier-calls.ts';
import { dialsAfter, dialsOf, expectNoDoubleDial } from '#test/harness/dials.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { campaignUnderWay, closedWindow } from '#test/harness/given/campaigns.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { expectCountersRecounted, readCampaign } from '#test/harness/read.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { campaignBecomes, comesToRest, dialsReach, slotsOf } from '#test/harness/wait-for.ts';

/** Between a change of limits and a dial that had looked at them before. */
const DIAL_UNDER_WAY_MS = 500;

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const patch = async (id: string, body: object): Promise<number> => {
  await account.api.updateCampaign({ id, ...body });
  return Date.now();
};

describe('a change of the limit while it runs', () => {
  test('down: nothing starts until live calls are below it; everybody is still called', async () => {
    const { campaign, contacts } = await campaignUnderWay(account, { contacts: 10, atOnce: 4 });
    await dialsReach(contacts, 4);
    const lowered = await patch(campaign.id, { maxConcurrentCalls: 1 });
    await campaignBecomes(account, campaign.id, 'completed');
    const spans = await spansOf(dialsOf(contacts));
    const late = spans.filter(({ start }) => start > lowered + DIAL_UNDER_WAY_MS);
    expect(late.length).toBeGreaterThan(0);
    for (const { start } of late) {
      expect(spans.filter((span) => span.start <= start && start < span.end)).toHaveLength(1);
    }
    expectNoDoubleDial(contacts);
  });

  test('down: it holds for calls too that were claimed, but not dialled yet', async () => {
    // More than the account's dials per second, so that many wait for their dial when the change comes.
    const CLAIMED = 40;
    const rows = Array.from({ length: CLAIMED }, () => ({
      firstName: 'Ada',
      lastName: 'Lovelace',
      phone: calleePhone(CALLEE.doesNotAnswer),
    }));
    const companyId = (await account.given.company()).id;
    const bulk = { teamId: account.teamId, companyId, contacts: rows };
    const { results } = await account.api.bulkCreateContacts(bulk);
    const contacts = results.flatMap(({ contact }) => (contact ? [contact] : []));
    const campaign = await account.given.campaignWith(contacts, { maxConcurrentCalls: CLAIMED });
    expect((await account.api.runCampaign({ id: campaign.id })).started).toBe(CLAIMED);
    const lowered = await patch(campaign.id, { maxConcurrentCalls: 1 });
    await eventually(async () => {
      const slots = await slotsOf(campaign);
      const calls = await getCalls(
        testTable(),
        slots.map(({ call_id }) => call_id),
      );
      expect(calls.filter((call) => call?.status === 'queued' || call?.status === 'dialing').length).toBeLessThan(2);
    });
    await account.api.pauseCampaign({ id: campaign.id });
    const spans = await spansOf(dialsOf(contacts));
    const late = spans.filter(({ start }) => start > lowered + DIAL_UNDER_WAY_MS);
    expect(mostLiveAtOnce(late)).toBeLessThanOrEqual(1);
  });

  test('up: more calls start at once', async () => {
    const { campaign, contacts } = await campaignUnderWay(account, { contacts: 8, atOnce: 1 });
    await dialsReach(contacts, 1);
    await patch(campaign.id, { maxConcurrentCalls: 4 });
    await campaignBecomes(account, campaign.id, 'completed');
    expect(mostLiveAtOnce(await spansOf(dialsOf(contacts)))).toBeGreaterThan(1);
  });
});

describe('a change of the window while it runs', () => {
  test('closed: nobody is dialled any more; opened: everybody is, by itself', async () => {
    const { campaign, contacts } = await campaignUnderWay(account, { contacts: 8, atOnce: 1 });
    await dialsReach(contacts, 1);
    const closed = await patch(campaign.id, closedWindow());
    await comesToRest(campaign);
    expect(dialsAfter(contacts, closed + DIAL_UNDER_WAY_MS)).toEqual([]);
    const dialed = dialsOf(contacts).length;
    expect(dialed).toBeLessThan(8);
    expect((await readCampaign(account, campaign.id)).status).toBe('running');
    await expectCountersRecounted(account, campaign.id);
    await patch(campaign.id, { callWindowStart: null, callWindowEnd: null });
    expect(await campaignBecomes(account, campaign.id, 'completed')).toMatchObject({ contacts_called: 8 });
    expectNoDoubleDial(contacts);
  });

  test('a campaign that waits for its window starts when the window is taken away', async () => {
    const contacts = await account.given.contacts(1);
    const campaign = (await account.given.campaignWith(contacts, closedWindow())) as Campaign;
    expect((await account.api.runCampaign({ id: campaign.id })).started).toBe(0);
    await patch(campaign.id, { callWindowStart: null, callWindowEnd: null });
    expect(await campaignBecomes(account, campaign.id, 'completed')).toMatchObject({ contacts_called: 1 });
  });
});
