import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Account, newAccount, signInLink } from './harness/accounts.ts';
import { visitors } from './harness/journey.ts';
import { service } from './harness/service.ts';
import { signIn } from './harness/visitor.ts';

describe('Signing in', () => {
  const visit = visitors();
  let account: Account;
  beforeAll(async () => {
    account = await newAccount();
  });

  test('leads to the page that was asked for, and keeps the key out of the browser', async () => {
    const visitor = await visit();
    await signIn(visitor, account, '/calls?status=ended');
    await visitor.page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
    expect(visitor.page.url()).toBe(`${service().baseUrl}/calls?status=ended`);
    const kept = await visitor.page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])');
    expect(kept).not.toContain(account.token);
    expect(kept).not.toContain('session_');
    const [cookie] = await visitor.context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  });

  test('asks nobody who is there without a cookie, and shows the form at every address', async () => {
    const { page, open } = await visit();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await open('/campaigns/new');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await page.title()).toContain('Sign in');
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  });

  test('tells a wrong key in words, beside the field', async () => {
    const visitor = await visit();
    visitor.expectRefusal(401);
    const { page } = visitor;
    await visitor.open('/');
    await page.getByLabel('API key').fill('vac_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This is not a live API key').waitFor();
    expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true');
  });

  test('works by the link of the laptop, once, and the code leaves the address', async () => {
    const link = await signInLink();
    const [first, second] = [await visit(), await visit()];
    second.expectRefusal(401);
    await first.page.goto(link);
    await first.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(first.page.url()).not.toContain('code');
    await second.page.goto(link);
    await second.page.getByText('That link has been used').waitFor();
  });

  test('ends everywhere with signing out', async () => {
    const visitor = await visit();
    await signIn(visitor, account);
    const { page, context } = visitor;
    const other = await context.newPage();
    await other.goto(`${service().baseUrl}/campaigns`);
    await other.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await other.reload();
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  test('a session that ends meanwhile is told, and signing in again goes on at the same place', async () => {
    const visitor = await visit();
    visitor.expectRefusal(401);
    const { page, context } = visitor;
    await signIn(visitor, account, '/assistants');
    await page.getByRole('heading', { level: 1, name: 'Assistants' }).waitFor();
    // Nothing may be on its way, or the end of the session is told before anybody clicks.
    await page.waitForLoadState('networkidle');
    await context.clearCookies();
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('API key').fill(account.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  });
});
