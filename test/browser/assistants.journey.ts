import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Account, newAccount, stocked } from './harness/accounts.ts';
import { visitors } from './harness/journey.ts';
import { service } from './harness/service.ts';
import { signIn } from './harness/visitor.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

/** Found for sale by nobody else: others buy in the United States. */
const TORONTO = '416';

describe('An assistant', () => {
  const visit = visitors();
  let account: Account;
  let stock: Awaited<ReturnType<typeof stocked>>;
  beforeAll(async () => {
    account = await newAccount();
    stock = await stocked(account, ['0002', '0001']);
  });

  test('is made from a template, changed, and left only after a question', async () => {
    const visitor = await visit();
    visitor.expectRefusal(400);
    const { page } = visitor;
    await signIn(visitor, account, '/assistants');
    await page.getByRole('link', { name: 'New assistant' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Front desk');
    await page.getByLabel('Template').selectOption({ label: 'Inbound support' });
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Front desk' }).waitFor();
    const id = new URL(page.url()).pathname.slice('/assistants/'.length);
    await page.getByLabel('Name', { exact: true }).fill('Night desk');
    await page.getByLabel('First message').fill('Good evening.');
    await page.getByLabel('Language').fill('fr-FR');
    await page.getByLabel('Outbound').check();
    await page.getByLabel('Recording').uncheck();
    await page.getByLabel('Temperature').fill('7');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Temperature must be .*2\.$/).waitFor();
    const temperature = page.getByLabel('Temperature');
    expect(await temperature.getAttribute('aria-invalid')).toBe('true');
    expect(await temperature.evaluate((field) => field === document.activeElement)).toBe(true);
    await temperature.fill('0.25');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Night desk' }).waitFor();
    const saved = {
      name: 'Night desk',
      type: 'inbound-support',
      first_message: 'Good evening.',
      temperature: 0.25,
      transcriptor_language: 'fr-FR',
      recording_enabled: false,
      inbound_enabled: true,
      outbound_enabled: true,
    };
    expect((await account.api.getAssistant({ assistantId: id })).assistant).toMatchObject(saved);
    await page.getByLabel('System prompt').fill('Lost.');
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('System prompt').inputValue()).toBe('Lost.');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await page.getByLabel('System prompt').inputValue()).not.toBe('Lost.');
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
  });

  test('shows its words as the chosen contact would hear them, saved or not', async () => {
    const { api, teamId } = account;
    const named = { firstName: HOSTILE, lastName: 'Byron', phone: '+14155200001' };
    await api.createContact({ teamId, companyId: stock.company.id, ...named });
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, `/assistants/${stock.assistant.id}`);
    await page
      .getByLabel('First message')
      .fill('Hi {{contact.first_name}} of {{company.name}}, {{contact.shoe_size}}!');
    const heard = page.getByRole('region', { name: 'What it says first' });
    await heard.getByText('contact.shoe_size: empty, there is no such variable').waitFor();
    await page.getByLabel('Contact', { exact: true }).fill('Byron');
    await page.getByRole('option', { name: 'Byron' }).click();
    await heard.getByText(`Hi ${HOSTILE} of Acme`).waitFor();
    expect(await page.getByLabel('Contact', { exact: true }).inputValue()).toContain('+14155200001');
    expect(page.url()).toContain('?contact=cont_');
    await page.getByLabel('Variable').selectOption('{{contact.phone}}');
    await page.getByLabel('System prompt').fill('Number: ');
    await page.getByRole('button', { name: 'Insert' }).click();
    expect(await page.getByLabel('System prompt').inputValue()).toBe('Number: {{contact.phone}}');
    await page.getByRole('region', { name: 'What it is told' }).getByText('Number: +14155200001').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect((await api.getAssistant({ assistantId: stock.assistant.id })).assistant).toEqual(stock.assistant);
  });

  test('is heard in a test call, which asks first', async () => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, `/assistants/${stock.assistant.id}`);
    await page.getByLabel('Phone number').fill('+1 415 530 0001');
    await page.getByRole('button', { name: 'Test call' }).click();
    const question = page.getByRole('dialog', { name: 'Call +14155300001?' });
    await question
      .getByText(`called from ${stock.number.phone_number}. Whoever answers speaks with “Setter”.`)
      .waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    expect((await account.api.listCalls({ teamId: account.teamId })).count).toBe(0);
    await page.getByRole('button', { name: 'Test call' }).click();
    await question.getByRole('button', { name: 'Test call' }).click();
    await page.getByRole('heading', { level: 1, name: '+14155300001' }).waitFor();
    const { calls } = await account.api.listCalls({ teamId: account.teamId });
    expect(calls).toMatchObject([{ to_number: '+14155300001', assistant_id: stock.assistant.id }]);
    expect(page.url()).toBe(`${service().baseUrl}/calls/${calls[0]?.id}`);
  });

  test('answers a number that was found, bought and given to it, until that is released', async () => {
    const { api, teamId } = account;
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, '/phone-numbers');
    await page.getByLabel('Country').selectOption({ label: 'Canada' });
    await page.getByLabel('Area code').fill(TORONTO);
    await page.getByRole('button', { name: 'Search' }).click();
    const offers = page.getByRole('region', { name: 'Numbers for sale' });
    const offer = offers.getByRole('row').nth(1);
    const phone = (await offer.getByRole('cell').first().textContent()) ?? '';
    expect(phone).toMatch(/^\+1416/);
    expect(page.url()).toContain(`country=CA&areaCode=${TORONTO}`);
    const price = (await offer.getByRole('cell').nth(1).textContent()) ?? '';
    await offer.getByRole('button', { name: 'Buy' }).click();
    const buying = page.getByRole('dialog', { name: `Buy ${phone}?` });
    await buying.getByText(`${price} a month`).waitFor();
    await buying.getByRole('button', { name: 'Buy' }).click();
    const row = page.getByRole('region', { name: 'Your numbers' }).getByRole('row').filter({ hasText: phone });
    await row.getByLabel(`Assistant of ${phone}`).selectOption({ label: 'Setter' });
    await row.getByRole('link', { name: 'Setter' }).waitFor();
    await row.getByRole('button', { name: 'Release' }).click();
    const releasing = page.getByRole('dialog', { name: `Release ${phone}?` });
    await releasing.getByText('“Setter” no longer answers calls to it.').waitFor();
    await releasing.getByRole('button', { name: 'Cancel' }).click();
    await row.getByRole('button', { name: 'Release' }).click();
    await releasing.getByRole('button', { name: 'Release' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Show 1 released number' }).click();
    await row.getByText('Released').waitFor();
    const { numbers } = await api.listPhoneNumbers({ teamId });
    expect(numbers.find(({ phone_number }) => phone_number === phone)?.status).toBe('released');
    expect(numbers.find(({ id }) => id === stock.number.id)?.status).toBe('active');
  });
});
