import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { FORBIDDEN, refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const create = (fields: object = {}) => account.api.createCompany({ teamId: account.teamId, name: 'Acme', ...fields });

describe('200', () => {
  test('a company of only a name has null where nothing was given', async () => {
    const { company } = await create();
    expect(company).toEqual({
      id: expect.stringMatching(/^comp_/),
      team_id: account.teamId,
      name: 'Acme',
      website: null,
      industry: null,
      company_size: null,
      phone: null,
      address_line1: null,
      address_line2: null,
      city: null,
      state: null,
      postal_code: null,
      country: null,
      notes: null,
      custom_fields: {},
      contact_count: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: company.created_at,
    });
  });

  test('every given field comes back as it was given', async () => {
    const customFields = { segment: 'north', nested: { list: [1, null, 'x'] } };
    const body = await account.api.createCompany({
      teamId: account.teamId,
      name: 'Beta GmbH',
      website: 'https://beta.example',
      industry: 'logistics',
      companySize: '11-50',
      addressLine1: '1 Main Street',
      addressLine2: 'Floor 2',
      city: 'Springfield',
      state: 'IL',
      postalCode: '62701',
      country: 'US',
      phone: '+14155550100',
      notes: 'Prefers mornings.\nAsk for Ada.',
      customFields,
    });
    expect(body.company).toMatchObject({
      name: 'Beta GmbH',
      website: 'https://beta.example',
      industry: 'logistics',
      company_size: '11-50',
      address_line1: '1 Main Street',
      address_line2: 'Floor 2',
      city: 'Springfield',
      state: 'IL',
      postal_code: '62701',
      country: 'US',
      phone: '+14155550100',
      notes: 'Prefers mornings.\nAsk for Ada.',
      custom_fields: customFields,
    });
  });

  test('unknown body fields are ignored', async () => {
    const fields = { teamId: account.teamId, name: 'Acme', colour: 'red' };
    expect(await account.api.send('POST', '/api/crm/companies', fields)).toMatchObject({ status: 200 });
  });

  test('two companies may have the same name', async () => {
    const [first, second] = await Promise.all([account.given.company(), account.given.company()]);
    expect(first.id).not.toBe(second.id);
  });

  test('contact_count follows the contacts that are created, also many at once', async () => {
    const company = await account.given.company({ name: 'Counted' });
    await account.given.contacts(12, { companyId: company.id });
    const body = await account.api.listCompanies({ teamId: account.teamId, search: 'counted' });
    expect(body.companies[0]?.contact_count).toBe(12);
  });
});

describe('400', () => {
  test('all problems are told at once, each at its field', async () => {
    const fields = await wrongFieldsOf(create({ name: undefined, phone: '555-0100', city: 7 }));
    expect(fields.sort()).toEqual(['city', 'name', 'phone']);
  });

  test.each([
    ['an empty name', { name: '' }],
    ['a name of blanks', { name: '   ' }],
    ['a phone without +', { phone: '14155550100' }],
    ['a phone with a leading zero', { phone: '+0155550100' }],
    ['a phone with spaces', { phone: '+1 415 555 0100' }],
    ['a phone of 16 digits', { phone: '+1234567890123456' }],
    ['a phone of 6 digits', { phone: '+123456' }],
    ['custom fields that are a list', { customFields: [] }],
    ['custom fields that are text', { customFields: 'x' }],
  ])('%s is refused at its field', async (_, fields) => {
    expect(await wrongFieldsOf(create(fields))).toEqual(Object.keys(fields));
  });
});

describe('403', () => {
  test('the team of another account is forbidden', async () => {
    const other = await newAccount();
    expect(await refusalOf(create({ teamId: other.teamId }))).toEqual(FORBIDDEN);
  });
});

describe('404', () => {
  test('an unknown team does not exist', async () => {
    expect(await statusOf(create({ teamId: 'team_unknown' }))).toBe(404);
  });
});
