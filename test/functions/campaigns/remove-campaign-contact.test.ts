import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Contact } from '#shared/schemas/contact.ts';
import { dialsTo } from '#test/harness/dials.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { closedWindow } from '#test/harness/given/campaigns.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { enrolledIn, expectCountersRecounted, readCampaign } from '#test/harness/read.ts';
import { expectRefused, statusesOf, statusOf } from '#test/harness/refusals.ts';
import { campaignBecomes, comesToRest } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const take = (campaignId: string, contactId: string) =>
  account.api.removeCampaignContact({ id: campaignId, contactId });

describe('200', () => {
  test('the contact leaves the list and the counters, and stays in its company', async () => {
    const [first, second] = (await account.given.contacts(2)) as [Contact, Contact];
    const { id } = await account.given.campaignWith([first, second]);
    expect(await take(id, first.id)).toEqual({ success: true });
    expect((await expectCountersRecounted(account, id)).map(({ contact_id }) => contact_id)).toEqual([second.id]);
    await account.api.getContact({ id: first.id });
    expect(await statusOf(take(id, first.id))).toBe(404);
  });

  test('of many removals at once each counts once', async () => {
    const contacts = await account.given.contacts(6);
    const { id } = await account.given.campaignWith(contacts);
    const statuses = await statusesOf([...contacts, ...contacts].map((contact) => take(id, contact.id)));
    expect(statuses).toEqual([...contacts.map(() => 200), ...contacts.map(() => 404)]);
    expect(await expectCountersRecounted(account, id)).toEqual([]);
  });

  test('a contact that was called takes its part of every counter along, and added again is called anew', async () => {
    const contact = await account.given.contact({ phone: calleePhone() });
    const other = await account.given.contact({ phone: null });
    const { id } = await account.given.campaignWith([contact, other]);
    await account.api.runCampaign({ id });
    await campaignBecomes(account, id, 'completed');
    await take(id, contact.id);
    expect(await readCampaign(account, id)).toMatchObject({
      total_contacts: 1,
      contacts_called: 0,
      contacts_answered: 0,
      contacts_completed: 1,
    });
    await account.api.addCampaignContacts({ id, contactIds: [contact.id] });
    await account.api.runCampaign({ id });
    expect(await campaignBecomes(account, id, 'completed')).toMatchObject({ contacts_called: 1, contacts_answered: 1 });
    expect(dialsTo(contact).map(({ result }) => result)).toEqual(['placed', 'placed']);
  });

  test('the last waiting contact gone, a running campaign completes', async () => {
    const waiting = await account.given.contact();
    const skipped = await account.given.contact({ phone: null });
    const { id } = await account.given.campaignWith([skipped, waiting], closedWindow());
    await account.api.runCampaign({ id });
    await eventually(async () => expect(await enrolledIn(account, id, 'skipped')).toHaveLength(1));
    await take(id, waiting.id);
    expect(await campaignBecomes(account, id, 'completed')).toMatchObject({ total_contacts: 1, contacts_completed: 1 });
  });
});

describe('403 and 404', () => {
  test('foreign ids are forbidden; unknown ones, and contacts that are not in the campaign, do not exist', async () => {
    const other = await newAccount();
    const [foreign, stranger] = await Promise.all([other.given.campaign(), other.given.contact()]);
    const [own, contact] = await Promise.all([account.given.campaign(), account.given.contact()]);
    expect(await statusOf(take(foreign.id, contact.id))).toBe(403);
    expect(await statusOf(take(own.id, stranger.id))).toBe(403);
    expect(await statusOf(take(own.id, contact.id))).toBe(404);
    expect(await statusOf(take(own.id, 'cont_unknown'))).toBe(404);
    expect(await statusOf(take('camp_unknown', contact.id))).toBe(404);
  });
});

describe('409', () => {
  test('a contact with a live call stays until the call has ended', async () => {
    // A simulated call is over in half a second; on a slow machine the first request may come too late.
    const { campaign, contact } = await eventually(async () => {
      const callee = await account.given.contact();
      const calling = await account.given.campaignWith([callee]);
      await account.api.runCampaign({ id: calling.id });
      await expectRefused(take(calling.id, callee.id), 409, 'being called');
      return { campaign: calling, contact: callee };
    });
    await campaignBecomes(account, campaign.id, 'completed');
    await comesToRest(campaign);
    expect(await expectCountersRecounted(account, campaign.id)).toHaveLength(1);
    await take(campaign.id, contact.id);
  });
});
