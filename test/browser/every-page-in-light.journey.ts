import { describe, expect, test } from '@jest/globals';
import { barriersOn } from './harness/accessibility.ts';
import { newAccount } from './harness/accounts.ts';
import { expectEveryPageSound, prepared } from './harness/every-page.ts';
import { visitors } from './harness/journey.ts';
import { signIn } from './harness/visitor.ts';

describe('Every page in light', () => {
  const visit = visitors();

  test('has a heading and a title of its own, no barrier, and fits a phone', async () => {
    const account = await newAccount();
    const ids = await prepared(account);
    const visitor = await visit({ scheme: 'light' });
    await signIn(visitor, account);
    await expectEveryPageSound(visitor, ids);
  });

  test('sign-in and the API reference have no barrier either', async () => {
    const visitor = await visit();
    await visitor.open('/');
    await visitor.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await barriersOn(visitor.page)).toEqual([]);
    await visitor.open('/docs');
    await visitor.page.getByText('/api/crm/campaigns').first().waitFor({ state: 'attached' });
    expect(await barriersOn(visitor.page, { isOwn: false })).toEqual([]);
  });
});
