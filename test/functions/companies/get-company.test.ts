import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { statusOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const get = (id: string) => account.api.getCompany({ id });

describe('200', () => {
  test('a company is read exactly as it was created, with the contacts that it has by now', async () => {
    const created = await account.given.company({ website: 'https://a.example', customFields: { n: [1, null] } });
    expect(await get(created.id)).toEqual({ success: true, company: created });
    await account.given.contacts(3, { companyId: created.id });
    expect((await get(created.id)).company).toEqual({ ...created, contact_count: 3 });
  });
});

describe('403 and 404', () => {
  test('a foreign company is forbidden; unknown and deleted ones do not exist', async () => {
    const foreign = await (await newAccount()).given.company();
    const deleted = await account.given.company();
    await account.api.deleteCompany({ id: deleted.id });
    const statuses = await Promise.all([foreign.id, 'comp_unknown', deleted.id].map((id) => statusOf(get(id))));
    expect(statuses).toEqual([403, 404, 404]);
  });
});
