import { beforeAll, describe, expect, test } from '@jest/globals';
import { query } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { remove } from '#test/harness/newer-replies.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const patch = (id: string, body: unknown) => account.api.patch(`/api/crm/companies/${id}`, body);

describe('200', () => {
  test('every field can change, and only what is given does', async () => {
    const created = await account.given.company({ notes: 'Kept' });
    await account.given.contact({ companyId: created.id });
    const { status, body } = await patch(created.id, {
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
    expect(status).toBe(200);
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
    expect((await account.api.get(`/api/crm/companies/${created.id}`)).body.company).toEqual(body.company);
  });

  test('null clears a field', async () => {
    const created = await account.given.company({ industry: 'rail', phone: '+14155550100', notes: 'Gone' });
    const { company } = (await patch(created.id, { industry: null, phone: null, notes: null })).body;
    expect(company).toMatchObject({ name: created.name, industry: null, phone: null, notes: null });
  });

  test('the list finds the company by what it is now, and no longer by what it was', async () => {
    const created = await account.given.company({ name: 'Before Ltd', industry: 'rail' });
    await patch(created.id, { name: 'After Ltd', industry: 'sea' });
    const found = async (parameters: Record<string, string>): Promise<number> =>
      (await account.api.get(`/api/crm/companies${query({ teamId: account.teamId, ...parameters })}`)).body.count;
    expect([await found({ search: 'after ltd' }), await found({ search: 'before ltd' })]).toEqual([1, 0]);
    expect([await found({ industry: 'sea' }), await found({ search: 'after', industry: 'rail' })]).toEqual([1, 0]);
  });

  test('changes at once to different fields all hold', async () => {
    const { id } = await account.given.company();
    const changes = [{ name: 'One' }, { city: 'Two' }, { notes: 'Three' }, { country: 'Four' }];
    const replies = await Promise.all(changes.map((change) => patch(id, change)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { company } = (await account.api.get(`/api/crm/companies/${id}`)).body;
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
    const { status, body } = await patch('comp_any', { [field]: value });
    expect([status, body.issues.map(({ path }) => path)]).toEqual([400, [field]]);
  });
});

describe('403 and 404', () => {
  test('a foreign company is forbidden and stays; unknown and deleted ones do not exist', async () => {
    const other = await newAccount();
    const [foreign, deleted] = await Promise.all([other.given.company(), account.given.company()]);
    await remove(account, `/api/crm/companies/${deleted.id}`);
    const replies = await Promise.all(
      [foreign.id, 'comp_unknown', deleted.id].map((id) => patch(id, { name: 'Mine now' })),
    );
    expect(replies.map(({ status }) => status)).toEqual([403, 404, 404]);
    expect((await other.api.get(`/api/crm/companies/${foreign.id}`)).body.company).toEqual(foreign);
  });
});
