import { beforeAll, describe, expect, test } from '@jest/globals';
import { keys } from '#shared/store/keys.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { expectRefused, FORBIDDEN, refusalOf, wrongFieldsOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';

let account: TestAccount;
let companyId: string;
beforeAll(async () => {
  account = await newAccount();
  companyId = (await account.given.company()).id;
});

const create = (fields: Record<string, unknown>) =>
  account.api.createContact({ teamId: account.teamId, companyId, firstName: 'Ada', lastName: 'Lovelace', ...fields });

describe('200', () => {
  test('a contact of only a name has the defaults, and null where nothing was given', async () => {
    const { contact } = await create({});
    expect(contact).toEqual({
      id: expect.stringMatching(/^cont_/),
      team_id: account.teamId,
      company_id: companyId,
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: null,
      phone: null,
      phone_country: null,
      inferred_timezones: [],
      phone_secondary: null,
      job_title: null,
      lead_status: 'new',
      source: null,
      timezone: null,
      preferred_contact_method: null,
      do_not_call: false,
      notes: null,
      custom_fields: {},
      tags: [],
      created_at: expect.stringMatching(/Z$/),
      updated_at: contact.created_at,
    });
  });

  test('every given field comes back as it was given', async () => {
    const body = await create({
      email: 'ada@acme.example',
      phone: '+14155550001',
      phoneSecondary: '+442071838750',
      jobTitle: 'Analyst',
      leadStatus: 'on hold',
      source: 'fair',
      timezone: 'Europe/Berlin',
      preferredContactMethod: 'email',
      doNotCall: true,
      notes: 'Likes engines.',
      customFields: { plan: 'gold', seats: 3 },
      tags: ['vip', 'early'],
    });
    expect(body.contact).toMatchObject({
      email: 'ada@acme.example',
      phone: '+14155550001',
      phone_secondary: '+442071838750',
      job_title: 'Analyst',
      lead_status: 'on hold',
      source: 'fair',
      timezone: 'Europe/Berlin',
      preferred_contact_method: 'email',
      do_not_call: true,
      notes: 'Likes engines.',
      custom_fields: { plan: 'gold', seats: 3 },
      tags: ['vip', 'early'],
    });
  });

  test.each([
    ['+12125550100', 'US', ['America/New_York']],
    ['+18505550100', 'US', ['America/Chicago', 'America/New_York']],
    ['+12505550100', 'CA', ['America/Edmonton', 'America/Vancouver']],
    ['+442079460001', 'GB', ['Europe/London']],
    ['+61292345678', 'AU', ['Australia/Sydney']],
    ['+18005550100', 'US', []],
    ['+80012345678', null, []],
  ])('%s is of %s, and may be in the zones %j', async (phone, phone_country, inferred_timezones) => {
    const { contact } = await create({ phone, phoneSecondary: '+33142685300' });
    expect(contact).toMatchObject({ phone, phone_country, inferred_timezones, timezone: null });
    expect((await account.api.getContact({ id: contact.id })).contact).toEqual(contact);
  });

  test('with a timezone of its own, a contact needs none inferred', async () => {
    const { contact } = await create({ phone: '+12125550100', timezone: 'Asia/Tokyo' });
    expect(contact).toMatchObject({ phone_country: 'US', inferred_timezones: [], timezone: 'Asia/Tokyo' });
  });

  test('null says the same as leaving an optional field out', async () => {
    const body = await create({ email: null, phone: null, notes: null, timezone: null });
    expect(body.contact).toMatchObject({ email: null, phone: null, notes: null, timezone: null });
  });

  test('a contact is in the list at once, with the same fields', async () => {
    const { contact } = await create({ firstName: 'Immediately', phone: '+14155550123' });
    const listed = await account.api.listContacts({ teamId: account.teamId, search: 'immediately' });
    expect(listed.contacts).toEqual([contact]);
  });
});

describe('400', () => {
  test.each([
    ['an address that is no email', { email: 'ada' }],
    ['a phone in national form', { phone: '030 123456' }],
    ['a secondary phone without +', { phoneSecondary: '14155550100' }],
    ['an unknown timezone', { timezone: 'Mars/Olympus' }],
    ['doNotCall as text', { doNotCall: 'true' }],
    ['tags as text', { tags: 'vip' }],
    ['custom fields as a number', { customFields: 1 }],
    ['an empty first name', { firstName: '' }],
    ['an empty lead status', { leadStatus: '' }],
  ])('%s is refused at its field', async (_, fields) => {
    expect(await wrongFieldsOf(create(fields))).toEqual(Object.keys(fields));
  });

  test('a tag that is not text is refused at its place in the list', async () => {
    expect(await wrongFieldsOf(create({ tags: ['vip', 7] }))).toEqual(['tags.1']);
  });
});

describe('400 for another team', () => {
  test('a company of another team of the same account is refused at its field', async () => {
    const teamId = `team_other_${account.accountId}`;
    const at = new Date().toISOString();
    const team = { account_id: account.accountId, team_id: teamId, name: 'Other', created_at: at };
    await testTable().write({ put: { ...keys.team(teamId), ...team } });
    expect(await wrongFieldsOf(create({ teamId }))).toEqual(['companyId']);
  });
});

describe('403 and 404', () => {
  test('the company of another account is forbidden', async () => {
    const foreign = await (await newAccount()).given.company();
    expect(await refusalOf(create({ companyId: foreign.id }))).toEqual(FORBIDDEN);
  });

  test('an unknown company does not exist', async () => {
    await expectRefused(create({ companyId: 'comp_unknown' }), 404, 'comp_unknown');
  });
});
