import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const patch = (id: string, body: object) => account.api.updateCompany({ id, ...body });

describe('200', () => {
  test('every field can change, and only what is given does', async () => {
    const created = await account.given.company({ notes: 'Kept' });
    await account.given.contact({ companyId: created.id });
    const body = await patch(created.id, {
      name: 'Beta',
      website: 'https://beta.example',
      industry: 'rail',
      companySize: '51-200',
      addressLine1: '1 Main Street',
      addressLine2: 'Floor 2',
      city: 'Springfield',
      state: 'IL',
      postalCode: '62701',
      country: 'US',
      phone: '+14155550100',
      customFields: { segment: 'north' },
    });
    expect(body.company).toEqual({
      ...created,
      name: 'Beta',
      website: 'https://beta.example',
      industry: 'rail',
      company_size: '51-200',
      address_line1: '1 Main Street',
      address_line2: 'Floor 2',
      city: 'Springfield',
      state: 'IL',
      postal_code: '62701',
      country: 'US',
      phone: '+14155550100',
      custom_fields: { segment: 'north' },
      contact_count: 1,
      updated_at: body.company.updated_at,
    });
    expect(Date.parse(body.company.updated_at)).toBeGreaterThan(Date.parse(created.updated_at));
    expect((await account.api.getCompany({ id: created.id })).company).toEqual(body.company);
  });

  test('null clears a field', async () => {
    const created = await account.given.company({ industry: 'rail', phone: '+14155550100', notes: 'Gone' });
    const { company } = await patch(created.id, { industry: null, phone: null, notes: null });
    expect(company).toMatchObject({ name: created.name, industry: null, phone: null, notes: null });
  });

  test('the list finds the company by what it is now, and no longer by what it was', async () => {
    const created = await account.given.company({ name: 'Before Ltd', industry: 'rail' });
    await patch(created.id, { name: 'After Ltd', industry: 'sea' });
    const found = async (parameters: Record<string, string>): Promise<number> =>
      (await account.api.listCompanies({ teamId: account.teamId, ...parameters })).count;
    expect([await found({ search: 'after ltd' }), await found({ search: 'before ltd' })]).toEqual([1, 0]);
    expect([await found({ industry: 'sea' }), await found({ search: 'after', industry: 'rail' })]).toEqual([1, 0]);
  });

  test('changes at once to different fields all hold', async () => {
    const { id } = await account.given.company();
    const changes = [{ name: 'One' }, { city: 'Two' }, { notes: 'Three' }, { country: 'Four' }];
    await Promise.all(changes.map((change) => patch(id, change)));
    const { company } = await account.api.getCompany({ id });
    expect(company).toMatchObject({ name: 'One', city: 'Two', notes: 'Three', country: 'Four' });
  });
});

describe('400', () => {
  test.each<[string, unknown]>([
    ['name', null],
    ['name', ' '],
    ['phone', '555-0100'],
    ['city', 7],
    ['customFields', null],
  ])('%s must not be %p', async (field, value) => {
    expect(await wrongFieldsOf(patch('comp_any', { [field]: value }))).toEqual([field]);
  });
});

describe('403 and 404', () => {
  test('a foreign company is forbidden and stays; unknown and deleted ones do not exist', async () => {
    const other = await newAccount();
    const [foreign, deleted] = await Promise.all([other.given.company(), account.given.company()]);
    await account.api.deleteCompany({ id: deleted.id });
    const ids = [foreign.id, 'comp_unknown', deleted.id];
    const statuses = await Promise.all(ids.map((id) => statusOf(patch(id, { name: 'Mine now' }))));
    expect(statuses).toEqual([403, 404, 404]);
    expect((await other.api.getCompany({ id: foreign.id })).company).toEqual(foreign);
  });
});
