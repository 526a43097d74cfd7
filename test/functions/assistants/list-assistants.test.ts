import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Assistant } from '#shared/schemas/assistant.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
let newestFirst: Assistant[];
beforeAll(async () => {
  account = await newAccount();
  newestFirst = [];
  for (const name of ['One', 'Two', 'Three']) newestFirst.unshift(await account.given.assistant({ name }));
});

const list = (parameters: Record<string, string | number> = {}) => account.api.listAssistants(parameters);

describe('200', () => {
  test('the assistants of the account, newest first, with or without its slug', async () => {
    const expected = { success: true, assistants: newestFirst, count: 3, limit: 50, offset: 0 };
    expect(await list()).toEqual(expected);
    expect(await list({ accountSlug: account.slug })).toEqual(expected);
    expect(await (await newAccount()).api.listAssistants()).toMatchObject({ assistants: [], count: 0 });
  });

  test('pages are cut from all, and the limit is lowered to 200', async () => {
    const body = await list({ limit: 1, offset: 1 });
    expect([body.assistants, body.count, body.limit, body.offset]).toEqual([[newestFirst[1]], 3, 1, 1]);
    expect((await list({ limit: 1000 })).limit).toBe(200);
    expect(await list({ offset: 3 })).toMatchObject({ assistants: [], count: 3 });
  });

  test('a deleted assistant is neither listed nor counted', async () => {
    const { id } = await account.given.assistant();
    expect((await list()).count).toBe(4);
    await account.api.deleteAssistant({ assistantId: id });
    expect(await list()).toMatchObject({ assistants: newestFirst, count: 3 });
  });
});

describe('400, 403 and 404', () => {
  test.each([{ limit: 0 }, { limit: '1.5' }, { offset: -1 }])('%p is refused', async (bad) => {
    expect(await wrongFieldsOf(list(bad as Record<string, string>))).toEqual(Object.keys(bad));
  });

  test('the slug of another account is forbidden, an unknown one does not exist', async () => {
    const other = await newAccount();
    expect(await statusOf(list({ accountSlug: other.slug }))).toBe(403);
    expect(await statusOf(list({ accountSlug: 'no-such-account' }))).toBe(404);
  });
});
