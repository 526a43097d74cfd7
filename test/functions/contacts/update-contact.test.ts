import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const patch = (id: string, body: object) => account.api.updateContact({ id, ...body });

const contactCount = async (companyId: string): Promise<number> =>
  (await account.api.getCompany({ id: companyId })).company.contact_count;

describe('200', () => {
  test('every field can change, and only what is given does', async () => {
    const [created, company] = await Promise.all([
      account.given.contact({ notes: 'Kept', tags: ['kept'] }),
      account.given.company(),
    ]);
    const phone = calleePhone();
    const body = await patch(created.id, {
      companyId: company.id,
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@acme.example',
      phone,
      phoneSecondary: '+14155550199',
      jobTitle: 'Admiral',
      leadStatus: 'won',
      source: 'fair',
      timezone: 'Asia/Tokyo',
      preferredContactMethod: 'phone',
      doNotCall: true,
      customFields: { plan: 'gold' },
    });
    expect(body.contact).toEqual({
      ...created,
      company_id: company.id,
      first_name: 'Grace',
      last_name: 'Hopper',
      email: 'grace@acme.example',
      phone,
      phone_country: body.contact.phone_country,
      inferred_timezones: [],
      phone_secondary: '+14155550199',
      job_title: 'Admiral',
      lead_status: 'won',
      source: 'fair',
      timezone: 'Asia/Tokyo',
      preferred_contact_method: 'phone',
      do_not_call: true,
      custom_fields: { plan: 'gold' },
      updated_at: body.contact.updated_at,
    });
    expect(Date.parse(body.contact.updated_at)).toBeGreaterThan(Date.parse(created.updated_at));
    expect((await account.api.getContact({ id: created.id })).contact).toEqual(body.contact);
  });

  test('what the phone tells follows the phone, and yields to a timezone', async () => {
    const { id } = await account.given.contact({ phone: '+12125550100', timezone: null });
    const told = async (changes: object) => {
      const { phone_country, inferred_timezones } = (await patch(id, changes)).contact;
      return [phone_country, inferred_timezones];
    };
    expect(await told({ phone: '+442079460001' })).toEqual(['GB', ['Europe/London']]);
    expect(await told({ timezone: 'UTC' })).toEqual(['GB', []]);
    expect(await told({ timezone: null })).toEqual(['GB', ['Europe/London']]);
    expect(await told({ phone: null })).toEqual([null, []]);
    const listed = (await account.api.listContacts({ teamId: account.teamId })).contacts.find((each) => each.id === id);
    expect(listed).toMatchObject({ phone_country: null, inferred_timezones: [] });
  });

  test('null clears a field, an empty email too', async () => {
    const filled = { email: 'a@b.example', jobTitle: 'A', source: 'b', timezone: 'UTC', notes: 'c' };
    const created = await account.given.contact({ ...filled, phoneSecondary: calleePhone() });
    const cleared = { phone: null, phoneSecondary: null, jobTitle: null, source: null, timezone: null, notes: null };
    const { contact } = await patch(created.id, { ...cleared, email: '' });
    expect(contact).toMatchObject({
      email: null,
      phone: null,
      phone_secondary: null,
      job_title: null,
      source: null,
      timezone: null,
      notes: null,
      first_name: created.first_name,
    });
  });

  test('the lists find the contact by what it is now, and no longer by what it was', async () => {
    const name = `Zelda${Date.now()}`;
    const created = await account.given.contact({ firstName: name, leadStatus: 'cold' });
    await patch(created.id, { firstName: `${name}-new`, leadStatus: 'warm', phone: null, doNotCall: true });
    const found = async (parameters: Record<string, string>): Promise<number> =>
      (await account.api.listContacts({ teamId: account.teamId, search: name, ...parameters })).count;
    expect(await found({ leadStatus: 'warm', hasPhone: 'false', doNotCall: 'true' })).toBe(1);
    expect(await found({ leadStatus: 'cold' })).toBe(0);
    expect(await found({ hasPhone: 'true' })).toBe(0);
    expect(await found({ doNotCall: 'false' })).toBe(0);
  });

  test('moving contacts moves both companies’ counts, however many move at once', async () => {
    const [from, to] = await Promise.all([account.given.company(), account.given.company()]);
    const contacts = await account.given.contacts(8, { companyId: from.id });
    const moves = contacts.slice(0, 6).map(({ id }) => patch(id, { companyId: to.id }));
    await Promise.all(moves);
    expect([await contactCount(from.id), await contactCount(to.id)]).toEqual([2, 6]);
    await Promise.all([1, 2, 3].map(() => patch(contacts[7]?.id ?? '', { companyId: to.id })));
    expect([await contactCount(from.id), await contactCount(to.id)]).toEqual([1, 7]);
    const body = await account.api.listContacts({ teamId: account.teamId, companyId: to.id, limit: 1 });
    expect(body.count).toBe(7);
  });

  test('changes at once to different fields all hold', async () => {
    const { id } = await account.given.contact();
    const changes = [{ firstName: 'One' }, { jobTitle: 'Two' }, { notes: 'Three' }, { tags: ['four'] }];
    await Promise.all(changes.map((change) => patch(id, change)));
    const { contact } = await account.api.getContact({ id });
    expect(contact).toMatchObject({ first_name: 'One', job_title: 'Two', notes: 'Three', tags: ['four'] });
  });
});

describe('400', () => {
  test.each<[string, unknown]>([
    ['firstName', null],
    ['lastName', ' '],
    ['email', 'nobody'],
    ['phone', '555-0100'],
    ['phoneSecondary', '+0155550100'],
    ['leadStatus', ''],
    ['timezone', 'Mars/Olympus'],
    ['doNotCall', null],
    ['doNotCall', 'true'],
    ['companyId', null],
    ['tags', 'vip'],
    ['customFields', []],
  ])('%s must not be %p', async (field, value) => {
    expect(await wrongFieldsOf(patch('cont_any', { [field]: value }))).toEqual([field]);
  });
});

describe('403 and 404', () => {
  test('foreign contacts and companies are forbidden; unknown and deleted ones do not exist', async () => {
    const other = await newAccount();
    const [foreign, foreignCompany, own, deleted, deletedCompany] = await Promise.all([
      other.given.contact(),
      other.given.company(),
      account.given.contact(),
      account.given.contact(),
      account.given.company(),
    ]);
    await account.api.deleteContact({ id: deleted.id });
    await account.api.deleteCompany({ id: deletedCompany.id });
    expect(await statusOf(patch(foreign.id, { firstName: 'X' }))).toBe(403);
    expect(await statusOf(patch(own.id, { companyId: foreignCompany.id }))).toBe(403);
    expect(await statusOf(patch('cont_unknown', { firstName: 'X' }))).toBe(404);
    expect(await statusOf(patch(deleted.id, { firstName: 'X' }))).toBe(404);
    expect(await statusOf(patch(own.id, { companyId: 'comp_unknown' }))).toBe(404);
    expect(await statusOf(patch(own.id, { companyId: deletedCompany.id }))).toBe(404);
    expect((await account.api.getContact({ id: own.id })).contact).toEqual(own);
  });
});
