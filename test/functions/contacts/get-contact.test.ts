import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { statusOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const get = (id: string) => account.api.getContact({ id });

describe('200', () => {
  test('a contact is read exactly as it was created', async () => {
    const created = await account.given.contact({
      email: 'ada@acme.example',
      customFields: { nested: { list: [1, null] } },
      tags: ['vip', 'b'],
      timezone: 'Europe/Berlin',
    });
    const body = await get(created.id);
    expect(body).toEqual({ success: true, contact: created });
  });
});

describe('403 and 404', () => {
  test('a foreign contact is forbidden; unknown and deleted ones do not exist', async () => {
    const foreign = await (await newAccount()).given.contact();
    const deleted = await account.given.contact();
    await account.api.deleteContact({ id: deleted.id });
    const statuses = await Promise.all([foreign.id, 'cont_unknown', deleted.id].map((id) => statusOf(get(id))));
    expect(statuses).toEqual([403, 404, 404]);
  });
});
