import { beforeAll, describe, test } from '@jest/globals';
import { type Account, newAccount } from './harness/accounts.ts';
import { visitors } from './harness/journey.ts';
import { signIn } from './harness/visitor.ts';

describe('Answers that come late', () => {
  const visit = visitors();
  let account: Account;
  beforeAll(async () => {
    account = await newAccount();
  });

  test('show a new key, though the list that was asked for before it comes late', async () => {
    const visitor = await visit();
    const { page } = visitor;
    const made = Promise.withResolvers<void>();
    await page.route(
      /\/api\/settings\/api-keys/,
      async (route) => {
        const before = await route.fetch();
        await made.promise;
        await route.fulfill({ response: before });
      },
      { times: 1 },
    );
    await signIn(visitor, account, '/settings/api-keys?new=key');
    await page.getByLabel('Name').fill('Dialer');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    made.resolve();
    await page.getByRole('row', { name: /^Dialer/ }).waitFor();
  });
});
