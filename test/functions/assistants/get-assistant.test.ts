import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { FORBIDDEN, refusalOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('200', () => {
  test('the assistant is read exactly as it was created', async () => {
    const created = await account.given.assistant({ templateId: 'follow-up' });
    expect(await account.api.getAssistant({ assistantId: created.id })).toEqual({ success: true, assistant: created });
  });
});

describe('403 and 404', () => {
  test('an assistant of another account is forbidden', async () => {
    const foreign = await (await newAccount()).given.assistant();
    expect(await refusalOf(account.api.getAssistant({ assistantId: foreign.id }))).toEqual(FORBIDDEN);
  });

  test('an unknown assistant does not exist', async () => {
    expect(await refusalOf(account.api.getAssistant({ assistantId: 'asst_unknown' }))).toMatchObject({
      status: 404,
      success: false,
    });
  });
});
