import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Account, newAccount, stocked } from './harness/accounts.ts';
import { visitors } from './harness/journey.ts';
import { signIn } from './harness/visitor.ts';

describe('Without a mouse', () => {
  const visit = visitors();
  let account: Account;
  beforeAll(async () => {
    account = await newAccount();
    await stocked(account, ['0001']);
  });

  test('? lists the keys, g and a letter go to a page, / searches', async () => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('Person 1');
    await page.getByRole('link', { name: 'Person 1 Example' }).waitFor();
    expect(await page.getByLabel('Search').inputValue()).toBe('Person 1');
  });

  test('the heading of the next page has the focus, and a dialog gives it back', async () => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account);
    await page.getByRole('link', { name: 'Campaigns', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.locator('h1:focus').filter({ hasText: 'Campaigns' }).waitFor();
    const stop = page.getByRole('button', { name: 'Stop all calls' });
    await stop.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await stop.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  });
});
