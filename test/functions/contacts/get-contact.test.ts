import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { remove } from '#test/harness/newer-replies.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const get = (id: string) => account.api.get(`/api/crm/contacts/${id}`);

describe('200', () => {
  test('a contact is read exactly as it was created', async () => {
    const created = await account.given.contact({
      email: 'ada@acme.example',
      customFields: { nested: { list: [1, null] } },
      tags: ['vip', 'b'],
      timezone: 'Europe/Berlin',
    });
    const { status, body } = await get(created.id);
    expect([status, body]).toEqual([200, { success: true, contact: created }]);
  });
});

describe('403 and 404', () => {
  test('a foreign contact is forbidden; unknown and deleted ones do not exist', async () => {
    const foreign = await (await newAccount()).given.contact();
    const deleted = await account.given.contact();
    await remove(account, `/api/crm/contacts/${deleted.id}`);
    const replies = await Promise.all([foreign.id, 'cont_unknown', deleted.id].map(get));
    expect(replies.map(({ status }) => status)).toEqual([403, 404, 404]);
  });
});
