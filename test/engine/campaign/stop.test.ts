import { beforeAll, describe, expect, test } from '@jest/globals';
import { dialsAfter, dialsOf, dialsTo, expectNoDoubleDial } from '#test/harness/dials.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { campaignUnderWay } from '#test/harness/given/campaigns.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { callsOf, expectCountersRecounted, readCampaign } from '#test/harness/read.ts';
import { campaignBecomes, comesToRest, dialsReach } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('a pause', () => {
  test('keeps every dial back once it is acknowledged, whether it comes early or late; resumed, everybody is called once', async () => {
    const trials = await Promise.all([1, 2, 3].map(() => campaignUnderWay(account, { contacts: 8, atOnce: 2 })));
    const pausedAt = await Promise.all(
      trials.map(async ({ campaign, contacts }, dials) => {
        await dialsReach(contacts, dials);
        await account.api.pauseCampaign({ id: campaign.id });
        return Date.now();
      }),
    );
    for (const [at, { campaign, contacts }] of trials.entries()) {
      await comesToRest(campaign);
      expect(dialsAfter(contacts, pausedAt[at] as number)).toEqual([]);
      const dialed = dialsOf(contacts).length;
      await eventually(async () =>
        expect(await readCampaign(account, campaign.id)).toMatchObject({
          status: 'paused',
          contacts_called: dialed,
          contacts_completed: dialed,
        }),
      );
      await expectCountersRecounted(account, campaign.id);
    }
    await Promise.all(trials.map(({ campaign }) => account.api.resumeCampaign({ id: campaign.id })));
    for (const { campaign, contacts } of trials) {
      expect(await campaignBecomes(account, campaign.id, 'completed')).toMatchObject({ contacts_called: 8 });
      expectNoDoubleDial(contacts);
      expect(dialsOf(contacts)).toHaveLength(8);
    }
  });

  test('waits for a dial whose reply is lost, and takes that call over', async () => {
    const contact = await account.given.contact({ phone: calleePhone(CALLEE.losesTheDialReply) });
    const campaign = await account.given.campaignWith([contact]);
    await account.api.runCampaign({ id: campaign.id });
    await account.api.pauseCampaign({ id: campaign.id });
    const acknowledged = Date.now();
    await comesToRest(campaign);
    expect(dialsAfter([contact], acknowledged)).toEqual([]);
    await account.api.resumeCampaign({ id: campaign.id });
    expect(await campaignBecomes(account, campaign.id, 'completed')).toMatchObject({ contacts_answered: 1 });
    expect(dialsTo(contact)).toHaveLength(1);
  });
});

describe('a cancel', () => {
  test('leaves who waited cancelled, lets live calls end as usual, and the counters are right', async () => {
    const { campaign, contacts } = await campaignUnderWay(account, { contacts: 6, atOnce: 2 });
    await dialsReach(contacts, 2);
    await account.api.cancelCampaign({ id: campaign.id });
    const acknowledged = Date.now();
    await comesToRest(campaign);
    expect(dialsAfter(contacts, acknowledged)).toEqual([]);
    const dialed = contacts.filter((contact) => dialsTo(contact).length > 0);
    const enrolled = await expectCountersRecounted(account, campaign.id);
    for (const { contact_id, status, last_outcome } of enrolled) {
      const wasDialed = dialed.some(({ id }) => id === contact_id);
      expect([status, last_outcome]).toEqual(wasDialed ? ['exhausted', 'no_answer'] : ['cancelled', null]);
    }
    expect((await callsOf(account, campaign.id)).map(({ status }) => status)).toEqual(dialed.map(() => 'ended'));
  });

  test('makes no retry out of a call that ends unanswered', async () => {
    const contact = await account.given.contact({ phone: calleePhone(CALLEE.doesNotAnswer) });
    const campaign = await account.given.campaignWith([contact], { retryDelayMinutes: 60, maxAttemptsPerContact: 2 });
    await account.api.runCampaign({ id: campaign.id });
    await dialsReach([contact], 1);
    await account.api.cancelCampaign({ id: campaign.id });
    await comesToRest(campaign);
    const [enrolled] = await expectCountersRecounted(account, campaign.id);
    expect(enrolled).toMatchObject({ status: 'cancelled', attempts: 1, last_outcome: 'no_answer' });
    expect(dialsTo(contact)).toHaveLength(1);
  });
});

describe('a deletion', () => {
  test('of a paused campaign keeps its counters right while its live calls end', async () => {
    const { campaign, contacts } = await campaignUnderWay(account, { contacts: 3, atOnce: 1 });
    await dialsReach(contacts, 1);
    await account.api.pauseCampaign({ id: campaign.id });
    await account.api.deleteCampaign({ id: campaign.id });
    const acknowledged = Date.now();
    await comesToRest(campaign);
    expect(dialsAfter(contacts, acknowledged)).toEqual([]);
    await expectCountersRecounted(account, campaign.id);
    const dialed = dialsOf(contacts).length;
    expect(await readCampaign(account, campaign.id)).toMatchObject({
      contacts_called: dialed,
      contacts_completed: dialed,
    });
  });
});
