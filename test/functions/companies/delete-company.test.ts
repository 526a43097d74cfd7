import { beforeAll, describe, expect, test } from '@jest/globals';
import { query } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { refusalOf, remove } from '#test/harness/newer-replies.ts';

const RACES = 10;

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const drop = (id: string) => remove(account, `/api/crm/companies/${id}`);
const get = (id: string) => account.api.get(`/api/crm/companies/${id}`);

const createContact = (companyId: string) =>
  account.api.post('/api/crm/contacts', {
    teamId: account.teamId,
    companyId,
    firstName: 'Ada',
    lastName: 'Lovelace',
  });

/** The ids that the list shows, and its own count. */
const companies = async (): Promise<{ ids: string[]; count: number }> => {
  const { body } = await account.api.get(`/api/crm/companies${query({ teamId: account.teamId, limit: 200 })}`);
  return { ids: body.companies.map(({ id }) => id), count: body.count };
};

describe('200', () => {
  test('an empty company leaves the list and its count, and is gone by its id', async () => {
    const { id } = await account.given.company();
    const before = await companies();
    expect((await drop(id)).body).toEqual({ success: true });
    const after = await companies();
    expect(after).toEqual({ ids: before.ids.filter((each) => each !== id), count: before.count - 1 });
    expect([(await get(id)).status, (await drop(id)).status]).toEqual([404, 404]);
    expect((await createContact(id)).status).toBe(404);
  });

  test('once its contacts were deleted or moved away, a company can be deleted', async () => {
    const [company, refuge] = await Promise.all([account.given.company(), account.given.company()]);
    const [moved, deleted] = await account.given.contacts(2, { companyId: company.id });
    await account.api.patch(`/api/crm/contacts/${moved?.id}`, { companyId: refuge.id });
    await remove(account, `/api/crm/contacts/${deleted?.id}`);
    expect((await drop(company.id)).status).toBe(200);
  });

  test('of two deletions at once one succeeds and counts', async () => {
    const { id } = await account.given.company();
    const before = await companies();
    const replies = await Promise.all([drop(id), drop(id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await companies()).count).toBe(before.count - 1);
  });
});

describe('403 and 404', () => {
  test('a foreign company is forbidden and stays; an unknown one does not exist', async () => {
    const other = await newAccount();
    const foreign = await other.given.company();
    expect((await drop(foreign.id)).status).toBe(403);
    expect((await other.api.get(`/api/crm/companies/${foreign.id}`)).status).toBe(200);
    expect((await drop('comp_unknown')).status).toBe(404);
  });
});

describe('409', () => {
  test('a company with contacts is refused and stays', async () => {
    const contact = await account.given.contact();
    expect(refusalOf(await drop(contact.company_id))).toEqual([409, expect.stringContaining('contacts')]);
    expect((await get(contact.company_id)).status).toBe(200);
  });
});

describe('a deletion and a contact at the same time', () => {
  const race = async (join: (companyId: string) => Promise<number>): Promise<void> => {
    const { id } = await account.given.company();
    const [deletion, joined] = await Promise.all([drop(id), join(id)]);
    const after = await get(id);
    if (deletion.status === 200) {
      expect([after.status, [404, 409]]).toEqual([404, expect.arrayContaining([joined])]);
    } else {
      expect([deletion.status, joined, after.status]).toEqual([409, 200, 200]);
      expect(after.body.company.contact_count).toBe(1);
    }
    const { body } = await account.api.get(`/api/crm/contacts${query({ teamId: account.teamId, limit: 200 })}`);
    expect(body.contacts.filter(({ company_id }) => company_id === id)).toHaveLength(joined === 200 ? 1 : 0);
  };

  test('never leave a contact created in a deleted company', async () => {
    const create = async (companyId: string) => (await createContact(companyId)).status;
    await Promise.all(Array.from({ length: RACES }, () => race(create)));
  });

  test('never leave a contact moved into a deleted company', async () => {
    const contacts = await account.given.contacts(RACES);
    await Promise.all(
      contacts.map((contact) =>
        race(async (companyId) => (await account.api.patch(`/api/crm/contacts/${contact.id}`, { companyId })).status),
      ),
    );
  });
});
