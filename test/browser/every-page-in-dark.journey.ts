import { describe, test } from '@jest/globals';

import { newAccount } from './harness/accounts.ts';
import { expectEveryPageSound, prepared } from './harness/every-page.ts';
import { visitors } from './harness/journey.ts';
import { signIn } from './harness/visitor.ts';

describe('Every page in dark', () => {
  const visit = visitors();

  test('has a heading and a title of its own, no barrier, and fits a phone', async () => {
    const account = await newAccount();
    const ids = await prepared(account);
    const visitor = await visit({ scheme: 'dark' });
    await signIn(visitor, account);
    await expectEveryPageSound(visitor, ids);
  });
});
