import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('200', () => {
  test('the assistant is read exactly as it was created', async () => {
    const created = await account.given.assistant({ templateId: 'follow-up' });
    const { status, body } = await account.api.get(`/api/assistants/${created.id}`);
    expect([status, body]).toEqual([200, { success: true, assistant: created }]);
  });
});

describe('403 and 404', () => {
  test('an assistant of another account is forbidden', async () => {
    const foreign = await (await newAccount()).given.assistant();
    const { status, body } = await account.api.get(`/api/assistants/${foreign.id}`);
    expect([status, body]).toEqual([403, { error: 'Forbidden' }]);
  });

  test('an unknown assistant does not exist', async () => {
    const { status, body } = await account.api.get('/api/assistants/asst_unknown');
    expect([status, body.success]).toEqual([404, false]);
  });
});
