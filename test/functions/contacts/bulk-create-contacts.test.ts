import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallOptions } from '#shared/client/client.ts';
import type { Company } from '#shared/schemas/company.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { expectRefused, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

const NOTES_BYTES = 1_000;

let account: TestAccount;
let company: Company;
beforeAll(async () => {
  account = await newAccount();
  company = await account.given.company();
});

const person = (fields = {}) => ({ firstName: 'Ada', lastName: 'Lovelace', ...fields });
const people = (count: number, fields = {}) => Array.from({ length: count }, () => person(fields));

const create = (fields: Record<string, unknown>, options?: CallOptions) =>
  account.api.bulkCreateContacts({ teamId: account.teamId, contacts: [], ...fields }, options);

const contactsIn = async (companyId: string): Promise<{ listed: number; counted: number }> => {
  const [listed, read] = await Promise.all([
    account.api.listContacts({ teamId: account.teamId, companyId }),
    account.api.getCompany({ id: companyId }),
  ]);
  return { listed: listed.count, counted: read.company.contact_count };
};

describe('200', () => {
  test('good rows are created and bad ones explained, each at its place', async () => {
    const [own, other] = await Promise.all([account.given.company(), newAccount()]);
    const foreign = await other.given.company();
    const phone = calleePhone();
    const body = await create({
      companyId: company.id,
      contacts: [
        person({ phone, doNotCall: true, tags: ['vip'], customFields: { plan: 'gold' } }),
        { lastName: 'Nameless', phone: '555' },
        person({ companyId: own.id }),
        person({ companyId: foreign.id }),
        person({ companyId: 'comp_unknown' }),
        person({ colour: 'red' }),
      ],
    });
    expect([body.created, body.failed]).toEqual([3, 3]);
    expect(body.results.map(({ index, success }) => [index, success])).toEqual([
      [0, true],
      [1, false],
      [2, true],
      [3, false],
      [4, false],
      [5, true],
    ]);
    expect(body.results[0]?.contact).toMatchObject({
      team_id: account.teamId,
      company_id: company.id,
      phone,
      do_not_call: true,
      lead_status: 'new',
      tags: ['vip'],
      custom_fields: { plan: 'gold' },
    });
    expect(body.results[1]?.issues.map(({ path }) => path).sort()).toEqual(['firstName', 'phone']);
    expect(body.results[2]?.contact?.company_id).toBe(own.id);
    expect(body.results[3]?.issues).toEqual([{ path: 'companyId', message: expect.stringContaining('account') }]);
    expect(body.results[4]?.error).toMatch(/comp_unknown.*does not exist/);
    for (const { success, contact, error, issues } of body.results) {
      expect([contact === null, error === null, issues.length === 0]).toEqual([!success, success, success]);
    }
    const { contact } = await account.api.getContact({ id: body.results[0]?.contact?.id ?? '' });
    expect(contact).toEqual(body.results[0]?.contact);
  });

  test('rows without any company are refused one by one', async () => {
    const body = await create({ contacts: [person(), person({ companyId: company.id })] });
    expect([body.created, body.failed]).toEqual([1, 1]);
    expect(body.results[0]?.issues.map(({ path }) => path)).toEqual(['companyId']);
  });

  test('500 rows are created, counted and listed; under their Idempotency-Key a repetition creates nothing new', async () => {
    const big = await account.given.company();
    const body = { companyId: big.id, contacts: people(500, { notes: 'x'.repeat(NOTES_BYTES) }) };
    const key = { idempotencyKey: randomUUID() };
    const first = await create(body, key);
    expect(first.created).toBe(500);
    const again = await create(body, key);
    expect(again.results.map(({ contact }) => contact?.id)).toEqual(first.results.map(({ contact }) => contact?.id));
    expect(await contactsIn(big.id)).toEqual({ listed: 500, counted: 500 });
  });

  test('an Idempotency-Key answers a repetition with the first reply, and another body with 409', async () => {
    const own = await account.given.company();
    const key = { idempotencyKey: randomUUID() };
    const first = await create({ companyId: own.id, contacts: [person(), {}] }, key);
    expect(await create({ companyId: own.id, contacts: [person(), {}] }, key)).toEqual(first);
    await expectRefused(create({ companyId: own.id, contacts: [person()] }, key), 409, 'Idempotency-Key');
    expect(await contactsIn(own.id)).toEqual({ listed: 1, counted: 1 });
  });

  test('a company deleted meanwhile fails its own rows alone', async () => {
    const [kept, doomed] = await Promise.all([account.given.company(), account.given.company()]);
    const contacts = [...people(120, { companyId: kept.id }), person({ companyId: doomed.id })];
    const [bulk, deletion] = await Promise.all([
      create({ contacts }),
      statusOf(account.api.deleteCompany({ id: doomed.id })),
    ]);
    expect(bulk.results.slice(0, 120).every(({ success }) => success)).toBe(true);
    expect(await contactsIn(kept.id)).toEqual({ listed: 120, counted: 120 });
    expect(bulk.results[120]?.success).toBe(deletion === 409);
  });
});

describe('400', () => {
  test.each<[string, unknown]>([
    ['contacts', people(501)],
    ['contacts', []],
    ['contacts', {}],
    ['companyId', 5],
  ])('%s is refused as a whole', async (field, value) => {
    expect(await wrongFieldsOf(create({ companyId: company.id, contacts: [person()], [field]: value }))).toEqual([
      field,
    ]);
  });

  test('a row that is no object is refused as a whole, at its place', async () => {
    expect(await wrongFieldsOf(create({ companyId: company.id, contacts: [person(), 'Ada'] }))).toEqual(['contacts.1']);
  });
});

describe('403 and 404', () => {
  test('a foreign team or company for all rows is forbidden, an unknown one does not exist', async () => {
    const other = await newAccount();
    const foreign = await other.given.company();
    expect(await statusOf(create({ teamId: other.teamId, contacts: [person()] }))).toBe(403);
    expect(await statusOf(create({ companyId: foreign.id, contacts: [person()] }))).toBe(403);
    expect(await statusOf(create({ teamId: 'team_unknown', contacts: [person()] }))).toBe(404);
    expect(await statusOf(create({ companyId: 'comp_unknown', contacts: [person()] }))).toBe(404);
  });
});
