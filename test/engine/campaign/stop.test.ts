import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  becomes,
  callsOf,
  campaignPath,
  comesToRest,
  expectCountersRecounted,
  getCampaign,
  give,
} from '#test/harness/given/campaign-states.ts';
import { dialsTo, expectNoDoubleDial } from '#test/harness/given/campaign-trial.ts';
import { campaignUnderWay, dialsAfter, dialsOf, dialsReach } from '#test/harness/given/campaign-under-way.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { remove } from '#test/harness/newer-replies.ts';

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
        expect((await give(account, campaign.id, 'pause')).status).toBe(200);
        return Date.now();
      }),
    );
    for (const [at, { campaign, contacts }] of trials.entries()) {
      await comesToRest(campaign);
      expect(dialsAfter(contacts, pausedAt[at] as number)).toEqual([]);
      const dialed = dialsOf(contacts).length;
      await eventually(async () =>
        expect(await getCampaign(account, campaign.id)).toMatchObject({
          status: 'paused',
          contacts_called: dialed,
          contacts_completed: dialed,
        }),
      );
      await expectCountersRecounted(account, campaign.id);
    }
    await Promise.all(trials.map(({ campaign }) => give(account, campaign.id, 'resume')));
    for (const { campaign, contacts } of trials) {
      expect(await becomes(account, campaign.id, 'completed')).toMatchObject({ contacts_called: 8 });
      expectNoDoubleDial(contacts);
      expect(dialsOf(contacts)).toHaveLength(8);
    }
  });

  test('waits for a dial whose reply is lost, and takes that call over', async () => {
    const contact = await account.given.contact({ phone: calleePhone(CALLEE.losesTheDialReply) });
    const campaign = await account.given.campaignWith([contact]);
    await give(account, campaign.id, 'run');
    expect((await give(account, campaign.id, 'pause')).status).toBe(200);
    const acknowledged = Date.now();
    await comesToRest(campaign);
    expect(dialsAfter([contact], acknowledged)).toEqual([]);
    await give(account, campaign.id, 'resume');
    expect(await becomes(account, campaign.id, 'completed')).toMatchObject({ contacts_answered: 1 });
    expect(dialsTo(contact)).toHaveLength(1);
  });
});

describe('a cancel', () => {
  test('leaves who waited cancelled, lets live calls end as usual, and the counters are right', async () => {
    const { campaign, contacts } = await campaignUnderWay(account, { contacts: 6, atOnce: 2 });
    await dialsReach(contacts, 2);
    expect((await give(account, campaign.id, 'cancel')).status).toBe(200);
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
    await give(account, campaign.id, 'run');
    await dialsReach([contact], 1);
    expect((await give(account, campaign.id, 'cancel')).status).toBe(200);
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
    await give(account, campaign.id, 'pause');
    expect((await remove(account, campaignPath(campaign.id))).status).toBe(200);
    const acknowledged = Date.now();
    await comesToRest(campaign);
    expect(dialsAfter(contacts, acknowledged)).toEqual([]);
    await expectCountersRecounted(account, campaign.id);
    const dialed = dialsOf(contacts).length;
    expect(await getCampaign(account, campaign.id)).toMatchObject({
      contacts_called: dialed,
      contacts_completed: dialed,
    });
  });
});
