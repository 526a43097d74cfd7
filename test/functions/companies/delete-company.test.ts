import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { expectRefused, statusesOf, statusOf } from '#test/harness/refusals.ts';

const RACES = 10;

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const drop = (id: string) => account.api.deleteCompany({ id });
const get = (id: string) => account.api.getCompany({ id });

const createContact = (companyId: string) =>
  account.api.createContact({
    teamId: account.teamId,
    companyId,
    firstName: 'Ada',
    lastName: 'Lovelace',
  });

/** The ids that the list shows, and its own count. */
const companies = async (): Promise<{ ids: string[]; count: number }> => {
  const body = await account.api.listCompanies({ teamId: account.teamId, limit: 200 });
  return { ids: body.companies.map(({ id }) => id), count: body.count };
};

describe('200', () => {
  test('an empty company leaves the list and its count, and is gone by its id', async () => {
    const { id } = await account.given.company();
    const before = await companies();
    expect(await drop(id)).toEqual({ success: true });
    const after = await companies();
    expect(after).toEqual({ ids: before.ids.filter((each) => each !== id), count: before.count - 1 });
    expect(await statusesOf([get(id), drop(id)])).toEqual([404, 404]);
    expect(await statusOf(createContact(id))).toBe(404);
  });

  test('once its contacts were deleted or moved away, a company can be deleted', async () => {
    const [company, refuge] = await Promise.all([account.given.company(), account.given.company()]);
    const [moved, deleted] = await account.given.contacts(2, { companyId: company.id });
    await account.api.updateContact({ id: moved?.id ?? '', companyId: refuge.id });
    await account.api.deleteContact({ id: deleted?.id ?? '' });
    await drop(company.id);
  });

  test('of two deletions at once one succeeds and counts', async () => {
    const { id } = await account.given.company();
    const before = await companies();
    expect(await statusesOf([drop(id), drop(id)])).toEqual([200, 404]);
    expect((await companies()).count).toBe(before.count - 1);
  });
});

describe('403 and 404', () => {
  test('a foreign company is forbidden and stays; an unknown one does not exist', async () => {
    const other = await newAccount();
    const foreign = await other.given.company();
    expect(await statusOf(drop(foreign.id))).toBe(403);
    await other.api.getCompany({ id: foreign.id });
    expect(await statusOf(drop('comp_unknown'))).toBe(404);
  });
});

describe('409', () => {
  test('a company with contacts is refused and stays', async () => {
    const contact = await account.given.contact();
    await expectRefused(drop(contact.company_id), 409, 'contacts');
    await get(contact.company_id);
  });
});

describe('a deletion and a contact at the same time', () => {
  const race = async (join: (companyId: string) => Promise<{ success: boolean }>): Promise<void> => {
    const { id } = await account.given.company();
    const [deletion, joined] = await Promise.all([drop(id), join(id)].map(statusOf));
    if (deletion === 200) {
      expect(await statusOf(get(id))).toBe(404);
      expect([404, 409]).toContain(joined);
    } else {
      expect([deletion, joined]).toEqual([409, 200]);
      expect((await get(id)).company.contact_count).toBe(1);
    }
    const body = await account.api.listContacts({ teamId: account.teamId, limit: 200 });
    expect(body.contacts.filter(({ company_id }) => company_id === id)).toHaveLength(joined === 200 ? 1 : 0);
  };

  test('never leave a contact created in a deleted company', async () => {
    await Promise.all(Array.from({ length: RACES }, () => race(createContact)));
  });

  test('never leave a contact moved into a deleted company', async () => {
    const contacts = await account.given.contacts(RACES);
    await Promise.all(
      contacts.map((contact) => race((companyId) => account.api.updateContact({ id: contact.id, companyId }))),
    );
  });
});
