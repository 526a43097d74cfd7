import { beforeAll, describe, expect, test } from '@jest/globals';
import { query } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { remove } from '#test/harness/newer-replies.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const patch = (id: string, body: unknown) => account.api.patch(`/api/crm/contacts/${id}`, body);

const contactCount = async (companyId: string): Promise<number> =>
  (await account.api.get(`/api/crm/companies/${companyId}`)).body.company.contact_count;

describe('200', () => {
  test('every field can change, and only what is given does', async () => {
    const [created, company] = await Promise.all([
      account.given.contact({ notes: 'Kept', tags: ['kept'] }),
      account.given.company(),
    ]);
    const phone = calleePhone();
    const { status, body } = await patch(created.id, {
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
    expect(status).toBe(200);
    expect(body.contact).toEqual({
      ...created,
      company_id: company.id,
      first_name: 'Grace',
      last_name: 'Hopper',
      email: 'grace@acme.example',
      phone,
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
    expect((await account.api.get(`/api/crm/contacts/${created.id}`)).body.contact).toEqual(body.contact);
  });

  test('null clears a field, an empty email too', async () => {
    const filled = { email: 'a@b.example', jobTitle: 'A', source: 'b', timezone: 'UTC', notes: 'c' };
    const created = await account.given.contact({ ...filled, phoneSecondary: calleePhone() });
    const cleared = { phone: null, phoneSecondary: null, jobTitle: null, source: null, timezone: null, notes: null };
    const { contact } = (await patch(created.id, { ...cleared, email: '' })).body;
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
      (await account.api.get(`/api/crm/contacts${query({ teamId: account.teamId, search: name, ...parameters })}`)).body
        .count;
    expect(await found({ leadStatus: 'warm', hasPhone: 'false', doNotCall: 'true' })).toBe(1);
    expect(await found({ leadStatus: 'cold' })).toBe(0);
    expect(await found({ hasPhone: 'true' })).toBe(0);
    expect(await found({ doNotCall: 'false' })).toBe(0);
  });

  test('moving contacts moves both companies’ counts, however many move at once', async () => {
    const [from, to] = await Promise.all([account.given.company(), account.given.company()]);
    const contacts = await account.given.contacts(8, { companyId: from.id });
    const moves = contacts.slice(0, 6).map(({ id }) => patch(id, { companyId: to.id }));
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect([await contactCount(from.id), await contactCount(to.id)]).toEqual([2, 6]);
    const again = await Promise.all([1, 2, 3].map(() => patch(contacts[7]?.id ?? '', { companyId: to.id })));
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([await contactCount(from.id), await contactCount(to.id)]).toEqual([1, 7]);
    const { body } = await account.api.get(
      `/api/crm/contacts${query({ teamId: account.teamId, companyId: to.id, limit: 1 })}`,
    );
    expect(body.count).toBe(7);
  });

  test('changes at once to different fields all hold', async () => {
    const { id } = await account.given.contact();
    const changes = [{ firstName: 'One' }, { jobTitle: 'Two' }, { notes: 'Three' }, { tags: ['four'] }];
    const replies = await Promise.all(changes.map((change) => patch(id, change)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { contact } = (await account.api.get(`/api/crm/contacts/${id}`)).body;
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
    const { status, body } = await patch('cont_any', { [field]: value });
    expect([status, body.issues.map(({ path }) => path)]).toEqual([400, [field]]);
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
    await remove(account, `/api/crm/contacts/${deleted.id}`);
    await remove(account, `/api/crm/companies/${deletedCompany.id}`);
    expect((await patch(foreign.id, { firstName: 'X' })).status).toBe(403);
    expect((await patch(own.id, { companyId: foreignCompany.id })).status).toBe(403);
    expect((await patch('cont_unknown', { firstName: 'X' })).status).toBe(404);
    expect((await patch(deleted.id, { firstName: 'X' })).status).toBe(404);
    expect((await patch(own.id, { companyId: 'comp_unknown' })).status).toBe(404);
    expect((await patch(own.id, { companyId: deletedCompany.id })).status).toBe(404);
    expect((await account.api.get(`/api/crm/contacts/${own.id}`)).body.contact).toEqual(own);
  });
});
