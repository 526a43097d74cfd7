import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Contact } from '#shared/schemas/contact.ts';
import { query } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  becomes,
  callsOf,
  campaignPath,
  comesToRest,
  expectCountersRecounted,
  give,
} from '#test/harness/given/campaign-states.ts';
import { dialsTo } from '#test/harness/given/campaign-trial.ts';
import { remove } from '#test/harness/newer-replies.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const drop = (id: string) => remove(account, `/api/crm/contacts/${id}`);

const listed = async (companyId: string): Promise<[string[], number]> => {
  const { contacts, count } = (
    await account.api.get(`/api/crm/contacts${query({ teamId: account.teamId, companyId })}`)
  ).body;
  return [contacts.map(({ id }) => id), count];
};

describe('200', () => {
  test('the contact leaves the lists and every count, and is gone by its id', async () => {
    const company = await account.given.company();
    const [kept, gone] = (await account.given.contacts(2, { companyId: company.id })) as [Contact, Contact];
    const total = async () => (await account.api.get(`/api/crm/contacts?teamId=${account.teamId}`)).body.count;
    const before = await total();
    expect((await drop(gone.id)).body).toEqual({ success: true });
    expect(await listed(company.id)).toEqual([[kept.id], 1]);
    expect(await total()).toBe(before - 1);
    expect((await account.api.get(`/api/crm/companies/${company.id}`)).body.company.contact_count).toBe(1);
    expect((await account.api.get(`/api/crm/contacts/${gone.id}`)).status).toBe(404);
    expect((await drop(gone.id)).status).toBe(404);
  });

  test('of two deletions at once one succeeds and counts', async () => {
    const company = await account.given.company();
    const [, gone] = (await account.given.contacts(2, { companyId: company.id })) as [Contact, Contact];
    const replies = await Promise.all([drop(gone.id), drop(gone.id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await account.api.get(`/api/crm/companies/${company.id}`)).body.company.contact_count).toBe(1);
  });

  test('it leaves the campaigns where it waits as skipped and is never dialled; a running one goes on', async () => {
    const [gone, kept] = (await account.given.contacts(2)) as [Contact, Contact];
    const [draft, running] = await Promise.all([
      account.given.campaignWith([gone]),
      account.given.campaignWith([kept, gone], { maxConcurrentCalls: 1 }),
    ]);
    await give(account, running.id, 'run');
    expect((await drop(gone.id)).status).toBe(200);
    const [inDraft] = await expectCountersRecounted(account, draft.id);
    expect(inDraft).toMatchObject({ contact_id: gone.id, status: 'skipped', skip_reason: 'contact_gone' });
    expect(await becomes(account, running.id, 'completed')).toMatchObject({
      contacts_completed: 2,
      contacts_called: 1,
    });
    expect(dialsTo(gone)).toEqual([]);
  });

  test('the calls that it had stay, and a live one ends as usual', async () => {
    const contact = await account.given.contact();
    const campaign = await account.given.campaignWith([contact]);
    await give(account, campaign.id, 'run');
    expect((await drop(contact.id)).status).toBe(200);
    await becomes(account, campaign.id, 'completed');
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
    expect((await drop(foreign.id)).status).toBe(403);
    expect((await other.api.get(`/api/crm/contacts/${foreign.id}`)).status).toBe(200);
    expect((await drop('cont_unknown')).status).toBe(404);
  });

  test('a deleted contact cannot be added to a campaign', async () => {
    const contact = await account.given.contact();
    const { id } = await account.given.campaign();
    await drop(contact.id);
    const reply = await account.api.post(campaignPath(id, '/contacts'), { contactIds: [contact.id] });
    expect(reply.status).toBe(404);
  });
});
