import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startWebhookReceiver } from '#infra/local/commands/webhook-receiver.ts';
import { ApiError, createClient } from '#shared/client/client.ts';
import { type Account, newAccount } from './harness/accounts.ts';
import { visitors } from './harness/journey.ts';
import { service } from './harness/service.ts';
import { signIn } from './harness/visitor.ts';

/** The yes-button of the question that is asked. */
const yes = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

const client = (token: string) => createClient({ baseUrl: service().baseUrl, token });

const statusOf = async (request: Promise<unknown>): Promise<number> =>
  request.then(
    () => 200,
    (error) => (error instanceof ApiError ? error.status : 0),
  );

/** Everything that a page shows or has typed into its fields. */
const shownOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const typed = [...document.querySelectorAll('input')].map(({ value }) => value);
    return [document.documentElement.outerHTML, ...typed].join('\n');
  });

describe('The settings', () => {
  const visit = visitors();
  let account: Account;
  beforeAll(async () => {
    account = await newAccount();
  });

  test('make a key whose token is shown once, and end all that came from it', async () => {
    const [owner, guest] = [await visit(), await visit()];
    guest.expectRefusal(401);
    const { page, context } = owner;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(owner, account, '/settings');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('Agency');
    await page.getByLabel('Role').selectOption('full');
    await page.getByLabel('Ends at').fill('2036-05-04T09:30');
    await yes(page, 'Create key').click();
    const shown = page.getByRole('dialog', { name: /^Token of .*Agency/ });
    const token = (await shown.locator('code').textContent()) ?? '';
    await shown.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    const row = page.getByRole('row', { name: /^Agency/ });
    await row.getByText(token.slice(-4)).waitFor();
    await row.getByText('4 May 2036, 09:30 CEST').waitFor();
    expect(await shownOn(page)).not.toContain(token);
    await signIn(guest, { token }, '/settings/api-keys');
    await guest.page
      .getByRole('row', { name: /^Agency/ })
      .getByText('current')
      .waitFor();
    const child = await client(token).createApiKey({ accountSlug: account.slug, name: 'Robot', role: 'read' });
    await page.reload();
    await row.getByRole('button', { name: 'Revoke' }).click();
    const question = page.getByRole('dialog', { name: /^Revoke .*Agency/ });
    await question.getByText(/^1 key: .*Robot/).waitFor();
    expect(await question.getByLabel('Also revoke the keys it created').isChecked()).toBe(true);
    await question.getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByLabel('Show revoked and ended keys (2)').check();
    await page
      .getByRole('row', { name: /^Robot/ })
      .getByText('Revoked')
      .waitFor();
    expect(await statusOf(client(child.api_key.token).getAccount({}))).toBe(401);
    await guest.page.getByRole('link', { name: 'Campaigns' }).click();
    await guest.page.getByText('Your session has ended.').waitFor();
  });

  test('say where events go, prove it by a test, and send again what was not accepted', async () => {
    const keys = async () => {
      const { webhooks } = await account.api.listWebhooks({ accountSlug: account.slug });
      return Object.fromEntries(webhooks.map(({ kind, verification_key }) => [kind, verification_key ?? '']));
    };
    const receiver = await startWebhookReceiver({ port: 0, keys });
    try {
      const visitor = await visit();
      visitor.expectRefusal(400);
      const { page } = visitor;
      await signIn(visitor, account, '/settings/webhooks');
      const calls = page.getByRole('region', { name: 'Call events' });
      await calls.getByLabel('URL').fill('http://hooks.example.com/calls');
      await calls.getByRole('button', { name: 'Save' }).click();
      await calls.getByText(/^URL must be .*https/).waitFor();
      await calls.getByLabel('URL').fill(`${receiver.url}/calls`);
      await calls.getByRole('button', { name: 'Save' }).click();
      await page.getByText(`Saved: call events are sent to ${receiver.url}/calls`).waitFor();
      await calls.getByRole('button', { name: 'Send test event' }).click();
      await calls.getByText('Accepted: the receiver answered 200 in').waitFor();
      const before = (await keys()).call ?? '';
      expect(await shownOn(page)).not.toContain(before);
      await calls.getByRole('button', { name: 'Reveal' }).click();
      await yes(page, 'Reveal').click();
      await calls.getByText(before, { exact: true }).waitFor();
      await calls.getByRole('button', { name: 'Rotate' }).click();
      await yes(page, 'Rotate').click();
      await page.getByText('The key is rotated.').waitFor();
      const after = (await keys()).call ?? '';
      expect(after).not.toBe(before);
      await calls.getByText(after, { exact: true }).waitFor();
      receiver.answerWith(503);
      await calls.getByRole('button', { name: 'Send test event' }).click();
      await calls.getByText('Not accepted: the receiver answered 503 in').waitFor();
      receiver.answerWith(200);
      const failed = page.getByRole('row').filter({ hasText: 'Given up' });
      await failed.getByText(/^503 in/).waitFor();
      await failed.getByRole('link').click();
      const panel = page.getByRole('dialog');
      await panel.getByRole('button', { name: 'Resend' }).click();
      await panel.getByText(/^200 in/).waitFor();
      await panel.getByRole('button', { name: 'Close' }).click();
      await failed.waitFor({ state: 'detached' });
      expect(receiver.received.map(({ answer, problem }) => [answer, problem])).toEqual([
        [200, null],
        [503, null],
        [200, null],
      ]);
      expect(receiver.received[2]?.id).toBe(receiver.received[1]?.id);
      await page
        .getByRole('row', { name: /Delivered/ })
        .first()
        .getByRole('button', { name: 'Resend' })
        .click();
      await page
        .getByRole('status')
        .getByText(/is sent again\.$/)
        .waitFor();
    } finally {
      await receiver.stop();
    }
  });

  test('bound where, when and how much is dialled', async () => {
    const visitor = await visit();
    visitor.expectRefusal(400);
    const { page } = visitor;
    await signIn(visitor, account, '/settings/dialing');
    await page.getByText('Now nobody can be called, for there is no phone number yet.').waitFor();
    await page.getByLabel('Allowed countries').selectOption({ label: 'Only those chosen here' });
    await page.getByLabel('Add a country').fill('fran');
    await page.getByRole('option', { name: 'France' }).click();
    await page.getByLabel('Calling hours').check();
    await page.getByLabel('Start', { exact: true }).fill('09:15');
    await page.getByLabel('Calls per number per day').fill('101');
    await page.getByLabel('Spend per day (USD)').fill('12.50');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Calls per number per day must be .*100\.$/).waitFor();
    await page.getByLabel('Calls per number per day').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. No call starts any more that these settings forbid.').waitFor();
    await page.reload();
    await page.getByText('Now: France.').waitFor();
    expect(await page.getByLabel('Calls per number per day').inputValue()).toBe('3');
    expect(await page.getByLabel('Start', { exact: true }).inputValue()).toBe('09:15');
    expect((await account.api.getDialingSettings({ accountSlug: account.slug })).dialing).toMatchObject({
      allowed_countries: ['FR'],
      calling_hours: { start: '09:15', end: '21:00' },
      max_calls_per_number_per_day: 3,
      max_spend_per_day_usd: '12.50',
    });
    await page.getByText('of $12.50 spent').waitFor();
  });

  test('say for how long calls are kept, and ask before they shorten it', async () => {
    const visitor = await visit();
    visitor.expectRefusal(400);
    const { page } = visitor;
    await signIn(visitor, account, '/settings/retention');
    await page.getByLabel('Transcripts (days)').fill('3651');
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Delete what is older?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/^Transcripts \(days\) must be .*3,?650\.$/).waitFor();
    await page.getByLabel('Transcripts (days)').fill('90');
    await page.getByRole('button', { name: 'Save' }).click();
    await question.getByText('transcripts of calls that ended more than 90 days ago').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await account.api.getAccount()).account.transcript_retention_days).toBeNull();
    await page.getByRole('button', { name: 'Save' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Saved. What is older goes within the hour.').waitFor();
    await page.reload();
    expect(await page.getByLabel('Transcripts (days)').inputValue()).toBe('90');
    expect((await account.api.getAccount()).account).toMatchObject({
      transcript_retention_days: 90,
      recording_retention_days: null,
    });
  });

  test('keep the numbers that are never called', async () => {
    const { api, teamId } = account;
    const { company } = await api.createCompany({ teamId, name: 'Acme' });
    const named = { firstName: 'Ada', lastName: 'Byron', phone: '+14155610001', doNotCall: true };
    await api.createContact({ teamId, companyId: company.id, ...named });
    const visitor = await visit();
    visitor.expectRefusal(409);
    const { page } = visitor;
    await signIn(visitor, account, '/settings/suppressions');
    await page.getByLabel('Phone number').fill('+1 (415) 560-0001');
    await page.getByLabel('Note').fill('Asked by letter');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const added = page.getByRole('row', { name: /\+14155600001/ });
    await added.getByText('Asked by letter').waitFor();
    await page.getByRole('link', { name: 'Import' }).click();
    const list = ['phone,notes', '+14155620001,One', '(415) 562-0002,Two', '+14155620001,Again', 'nobody,'].join('\n');
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('CSV file').setInputFiles(file);
    await dialog.getByText('1 number can be added.').waitFor();
    await dialog.getByLabel('Country').selectOption('US');
    await dialog.getByText('2 numbers can be added. 1 row repeats a number. 1 row cannot be read.').waitFor();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText('Done. These numbers are never called any more.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('1–4 of 4').waitFor();
    await page.getByLabel('Search').fill('5620');
    await page.getByText('1–2 of 2').waitFor();
    expect(page.url()).toContain('?search=5620');
    await page.getByLabel('Search').fill('415560');
    await page.getByText('1–1 of 1').waitFor();
    await added.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Let +14155600001 be called again?' }).waitFor();
    await yes(page, 'Remove').click();
    await page.getByText(/^No number on the list has the digits .*415560/).waitFor();
    await page.getByLabel('Search').fill('5610');
    await page
      .getByRole('row', { name: /\+14155610001/ })
      .getByRole('button', { name: 'Remove' })
      .click();
    await yes(page, 'Remove').click();
    await page.getByRole('alert').getByRole('link', { name: 'Ada Byron' }).waitFor();
    const { suppressions } = await api.listSuppressions({ teamId });
    expect(suppressions.map(({ phone, note }) => [phone, note])).toEqual([
      ['+14155620002', 'Two'],
      ['+14155620001', 'One'],
      ['+14155610001', null],
    ]);
  });

  test('list what was done here, and by whom', async () => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, '/settings/activity');
    const rows = page.getByRole('region', { name: 'Activity' }).getByRole('row');
    for (const words of [
      'Created an API key',
      'Revoked an API key',
      "Set a webhook's URL",
      "Rotated a webhook's key",
      'Changed the dialing settings',
      'Suppressed phone numbers',
      'Lifted the suppression of phone numbers',
      'Signed in',
    ]) {
      await rows.filter({ hasText: words }).first().waitFor();
    }
    await page.getByLabel('Action').selectOption({ label: 'Dialing changed' });
    await page.waitForURL(/\?action=dialing\.changed$/);
    await rows.nth(2).waitFor({ state: 'detached' });
    await rows.nth(1).getByText('(dashboard)').waitFor();
  });
});
