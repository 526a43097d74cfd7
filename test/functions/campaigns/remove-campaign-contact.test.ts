import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Contact } from '#shared/schemas/contact.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  becomes,
  campaignPath,
  closedWindow,
  comesToRest,
  enrolledIn,
  expectCountersRecounted,
  getCampaign,
  give,
} from '#test/harness/given/campaign-states.ts';
import { dialsTo } from '#test/harness/given/campaign-trial.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { refusalOf, remove } from '#test/harness/newer-replies.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const take = (campaignId: string, contactId: string) =>
  remove(account, campaignPath(campaignId, `/contacts/${contactId}`));

describe('200', () => {
  test('the contact leaves the list and the counters, and stays in its company', async () => {
    const [first, second] = (await account.given.contacts(2)) as [Contact, Contact];
    const { id } = await account.given.campaignWith([first, second]);
    expect((await take(id, first.id)).body).toEqual({ success: true });
    expect((await expectCountersRecounted(account, id)).map(({ contact_id }) => contact_id)).toEqual([second.id]);
    expect((await account.api.get(`/api/crm/contacts/${first.id}`)).status).toBe(200);
    expect((await take(id, first.id)).status).toBe(404);
  });

  test('of many removals at once each counts once', async () => {
    const contacts = await account.given.contacts(6);
    const { id } = await account.given.campaignWith(contacts);
    const replies = await Promise.all([...contacts, ...contacts].map((contact) => take(id, contact.id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(6);
    expect(await expectCountersRecounted(account, id)).toEqual([]);
  });

  test('a contact that was called takes its part of every counter along, and added again is called anew', async () => {
    const contact = await account.given.contact({ phone: calleePhone() });
    const other = await account.given.contact({ phone: null });
    const { id } = await account.given.campaignWith([contact, other]);
    await give(account, id, 'run');
    await becomes(account, id, 'completed');
    expect((await take(id, contact.id)).status).toBe(200);
    expect(await getCampaign(account, id)).toMatchObject({
      total_contacts: 1,
      contacts_called: 0,
      contacts_answered: 0,
      contacts_completed: 1,
    });
    await account.api.post(campaignPath(id, '/contacts'), { contactIds: [contact.id] });
    await give(account, id, 'run');
    expect(await becomes(account, id, 'completed')).toMatchObject({ contacts_called: 1, contacts_answered: 1 });
    expect(dialsTo(contact).map(({ result }) => result)).toEqual(['placed', 'placed']);
  });

  test('the last waiting contact gone, a running campaign completes', async () => {
    const waiting = await account.given.contact();
    const skipped = await account.given.contact({ phone: null });
    const { id } = await account.given.campaignWith([skipped, waiting], closedWindow());
    await give(account, id, 'run');
    await eventually(async () => expect(await enrolledIn(account, id, 'skipped')).toHaveLength(1));
    expect((await take(id, waiting.id)).status).toBe(200);
    expect(await becomes(account, id, 'completed')).toMatchObject({ total_contacts: 1, contacts_completed: 1 });
  });
});

describe('403 and 404', () => {
  test('foreign ids are forbidden; unknown ones, and contacts that are not in the campaign, do not exist', async () => {
    const other = await newAccount();
    const [foreign, stranger] = await Promise.all([other.given.campaign(), other.given.contact()]);
    const [own, contact] = await Promise.all([account.given.campaign(), account.given.contact()]);
    expect((await take(foreign.id, contact.id)).status).toBe(403);
    expect((await take(own.id, stranger.id)).status).toBe(403);
    expect((await take(own.id, contact.id)).status).toBe(404);
    expect((await take(own.id, 'cont_unknown')).status).toBe(404);
    expect((await take('camp_unknown', contact.id)).status).toBe(404);
  });
});

describe('409', () => {
  test('a contact with a live call stays until the call has ended', async () => {
    // A simulated call is over in half a second; on a slow machine the first request may come too late.
    const { campaign, contact } = await eventually(async () => {
      const callee = await account.given.contact();
      const calling = await account.given.campaignWith([callee]);
      await give(account, calling.id, 'run');
      expect(refusalOf(await take(calling.id, callee.id))).toEqual([409, expect.stringContaining('being called')]);
      return { campaign: calling, contact: callee };
    });
    await becomes(account, campaign.id, 'completed');
    await comesToRest(campaign);
    expect(await expectCountersRecounted(account, campaign.id)).toHaveLength(1);
    expect((await take(campaign.id, contact.id)).status).toBe(200);
  });
});
