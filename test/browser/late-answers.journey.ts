import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Account, newAccount, stocked } from './harness/accounts.ts';
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

  test('show the name of a company that is not on the first page, though a contact is made before it comes', async () => {
    const { api, teamId } = account;
    const { company } = await api.createCompany({ teamId, name: 'Beyond the page' });
    await api.createCompany({ teamId, name: 'On the page' });
    await api.createContact({ teamId, companyId: company.id, firstName: 'Ada', lastName: 'Late' });
    const visitor = await visit();
    const { page } = visitor;
    await page.route(/\/api\/crm\/companies\?/, async (route) => {
      const response = await route.fetch();
      const { companies, ...rest } = (await response.json()) as { companies: { id: string }[] };
      await route.fulfill({ response, json: { ...rest, companies: companies.filter(({ id }) => id !== company.id) } });
    });
    const made = Promise.withResolvers<void>();
    await page.route(
      new RegExp(`/api/crm/companies/${company.id}`),
      async (route) => {
        const before = await route.fetch();
        await made.promise;
        await route.fulfill({ response: before });
      },
      { times: 1 },
    );
    await signIn(visitor, account, '/contacts');
    await page.getByRole('link', { name: 'Ada Late' }).waitFor();
    await page.getByRole('link', { name: 'New contact' }).click();
    const form = page.getByRole('dialog').first();
    await form.getByLabel('First name').fill('Alan');
    await form.getByLabel('Last name').fill('Early');
    await form.getByLabel('Company').fill('On the page');
    await page.getByRole('option', { name: 'On the page' }).click();
    await form.getByRole('button', { name: 'Create contact' }).click();
    await page.getByRole('link', { name: 'Alan Early' }).waitFor();
    made.resolve();
    await page.getByRole('row', { name: /Ada Late.*Beyond the page/ }).waitFor();
  });

  test('are waited for before it is asked whether to call, because the question names the caller ID', async () => {
    const { number, assistant } = await stocked(account, ['0001']);
    const visitor = await visit();
    const { page } = visitor;
    const asked = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    await page.route(/\/api\/phone-numbers\/purchase\?/, async (route) => {
      asked.resolve();
      await read.promise;
      await route.continue();
    });
    await signIn(visitor, account, `/assistants/${assistant.id}`);
    await asked.promise;
    await page.getByLabel('Phone number').fill('+14155300001');
    expect(await page.getByRole('button', { name: 'Test call' }).isDisabled()).toBe(true);
    read.resolve();
    await page.getByRole('button', { name: 'Test call' }).click();
    const question = page.getByRole('dialog', { name: 'Call +14155300001?' });
    await question.getByText(`called from ${number.phone_number}`).waitFor();
  });
});
