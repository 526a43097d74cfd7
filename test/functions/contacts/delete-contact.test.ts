import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Contact } from '#shared/schemas/contact.ts';
import { dialsTo } from '#test/harness/dials.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { callsOf, expectCountersRecounted } from '#test/harness/read.ts';
import { statusesOf, statusOf } from '#test/harness/refusals.ts';
import { campaignBecomes, comesToRest } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const drop = (id: string) => account.api.deleteContact({ id });

const listed = async (companyId: string): Promise<[string[], number]> => {
  const { contacts, count } = await account.api.listContacts({ teamId: account.teamId, companyId });
  return [contacts.map(({ id }) => id), count];
};

describe('200', () => {
  test('the contact leaves the lists and every count, and is gone by its id', async () => {
    const company = await account.given.company();
    const [kept, gone] = (await account.given.contacts(2, { companyId: company.id })) as [Contact, Contact];
    const total = async () => (await account.api.listContacts({ teamId: account.teamId })).count;
    const before = await total();
    expect(await drop(gone.id)).toEqual({ success: true });
    expect(await listed(company.id)).toEqual([[kept.id], 1]);
    expect(await total()).toBe(before - 1);
    expect((await account.api.getCompany({ id: company.id })).company.contact_count).toBe(1);
    expect(await statusOf(account.api.getContact({ id: gone.id }))).toBe(404);
    expect(await statusOf(drop(gone.id))).toBe(404);
  });

  test('of two deletions at once one succeeds and counts', async () => {
    const company = await account.given.company();
    const [, gone] = (await account.given.contacts(2, { companyId: company.id })) as [Contact, Contact];
    expect(await statusesOf([drop(gone.id), drop(gone.id)])).toEqual([200, 404]);
    expect((await account.api.getCompany({ id: company.id })).company.contact_count).toBe(1);
  });

  test('it leaves the campaigns where it waits as skipped and is never dialled; a running one goes on', async () => {
    const [gone, kept] = (await account.given.contacts(2)) as [Contact, Contact];
    const [draft, running] = await Promise.all([
      account.given.campaignWith([gone]),
      account.given.campaignWith([kept, gone], { maxConcurrentCalls: 1 }),
    ]);
    await account.api.runCampaign({ id: running.id });
    await drop(gone.id);
    const [inDraft] = await expectCountersRecounted(account, draft.id);
    expect(inDraft).toMatchObject({ contact_id: gone.id, status: 'skipped', skip_reason: 'contact_gone' });
    expect(await campaignBecomes(account, running.id, 'completed')).toMatchObject({
      contacts_completed: 2,
      contacts_called: 1,
    });
    expect(dialsTo(gone)).toEqual([]);
  });

  test('the calls that it had stay, and a live one ends as usual', async () => {
    const contact = await account.given.contact();
    const campaign = await account.given.campaignWith([contact]);
    await account.api.runCampaign({ id: campaign.id });
    await drop(contact.id);
    await campaignBecomes(account, campaign.id, 'completed');
    await comesToRest(campaign);
    const [enrolled] = await expectCountersRecounted(account, campaign.id);
    const dials = dialsTo(contact).length;
    // The dial was sent before the deletion, or never.
    expect([enrolled?.status, enrolled?.attempts]).toEqual(dials === 1 ? ['exhausted', 1] : ['skipped', 0]);
    expect(await callsOf(account, campaign.id)).toHaveLength(dials);
  });
});

describe('403 and 404', () => {
  test('a foreign contact is forbidden and stays; an unknown one does not exist', async () => {
    const other = await newAccount();
    const foreign = await other.given.contact();
    expect(await statusOf(drop(foreign.id))).toBe(403);
    await other.api.getContact({ id: foreign.id });
    expect(await statusOf(drop('cont_unknown'))).toBe(404);
  });

  test('a deleted contact cannot be added to a campaign', async () => {
    const contact = await account.given.contact();
    const { id } = await account.given.campaign();
    await drop(contact.id);
    expect(await statusOf(account.api.addCampaignContacts({ id, contactIds: [contact.id] }))).toBe(404);
  });
});
