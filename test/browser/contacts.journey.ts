import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { readExported } from '#functions/dashboard/site/csv/read-exported.ts';
import { type Account, newAccount } from './harness/accounts.ts';
import { allContacts, csvFiles, downloaded } from './harness/csv-files.ts';
import { HARMFUL_CONTACTS } from './harness/harmful-contacts.ts';
import { visitors } from './harness/journey.ts';
import { signIn } from './harness/visitor.ts';

const PHONE_WIDTH = 360;
const LISTED = 60;

const COMPANY = {
  Name: 'Acme <b>Rockets</b>',
  Website: 'https://acme.example.com',
  Industry: 'Rockets',
  'Company size': '11-50',
  Phone: '+1 (415) 555-0900',
  'Address line 1': '1 Long Road',
  'Address line 2': 'Floor 2',
  City: 'Springfield',
  State: 'CA',
  'Postal code': '90210',
  Country: 'US',
  Notes: 'Two\nlines',
};

const CONTACT = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Email: 'ada@example.com',
  'Lead status': 'qualified',
  'Second number': '+14155550102',
  'Job title': 'Analyst',
  Source: 'Fair',
  'Time zone': 'Europe/London',
  'Preferred contact method': 'phone',
  Tags: 'vip, "a, b"',
  Notes: ' Kept as it is ',
};

const panel = (page: Page) => page.getByRole('dialog').first();

const fill = async (page: Page, fields: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(fields)) await panel(page).getByLabel(label, { exact: true }).fill(value);
};

const press = (page: Page, name: string): Promise<void> => panel(page).getByRole('button', { name }).click();

const parametersOf = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);

const rowsOf = (page: Page) => page.getByRole('region', { name: 'Contacts' }).getByRole('row');

/** Contacts of three kinds, on more than one page. */
const withList = async (): Promise<Account> => {
  const account = await newAccount();
  const { api, teamId } = account;
  const { company } = await api.createCompany({ teamId, name: 'Listed' });
  const contacts = Array.from({ length: LISTED }, (_, at) => ({
    firstName: at % 3 === 0 ? 'Grace' : 'Alan',
    lastName: `Number ${at}`,
    leadStatus: at % 2 === 0 ? 'contacted' : 'new',
    ...(at % 4 !== 0 && { phone: `+1415555${2000 + at}` }),
  }));
  await api.bulkCreateContacts({ teamId, companyId: company.id, contacts });
  return account;
};

describe('Contacts', () => {
  const visit = visitors();
  const choose = csvFiles();
  let account: Account;
  beforeAll(async () => {
    account = await withList();
  });

  test('a company and a contact are made by form with all that can be said, and wrong fields are told', async () => {
    const { api, teamId } = account;
    const visitor = await visit();
    visitor.expectRefusal(400);
    const { page } = visitor;
    await signIn(visitor, account, '/contacts');
    await page.getByRole('link', { name: 'New company' }).click();
    await fill(page, COMPANY);
    await press(page, 'Create company');
    await page.getByText('Acme <b>Rockets</b> was created.').waitFor();
    const { companies } = await api.listCompanies({ teamId, search: 'Acme' });
    expect(companies).toMatchObject([
      {
        name: 'Acme <b>Rockets</b>',
        company_size: '11-50',
        phone: '+14155550900',
        address_line2: 'Floor 2',
        postal_code: '90210',
        notes: 'Two\nlines',
      },
    ]);
    await page.getByRole('link', { name: 'New contact' }).click();
    await fill(page, CONTACT);
    await panel(page).getByLabel('Company').selectOption({ label: 'Acme <b>Rockets</b>' });
    await panel(page).getByLabel('Phone').fill('call me');
    await press(page, 'Add a custom field');
    await fill(page, { 'Custom field 1': 'plan', 'Value of custom field 1': 'gold' });
    await press(page, 'Create contact');
    const phone = panel(page).getByLabel('Phone');
    await panel(page)
      .getByText(/^Phone .*E\.164/)
      .waitFor();
    expect(await phone.getAttribute('aria-invalid')).toBe('true');
    expect(await phone.evaluate((field) => field === document.activeElement)).toBe(true);
    await phone.fill('+1 415-555-0101');
    await press(page, 'Create contact');
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    const { contacts } = await api.listContacts({ teamId, search: 'Lovelace' });
    expect(contacts).toMatchObject([
      {
        company_id: companies[0]?.id,
        phone: '+14155550101',
        phone_secondary: '+14155550102',
        email: 'ada@example.com',
        job_title: 'Analyst',
        lead_status: 'qualified',
        source: 'Fair',
        timezone: 'Europe/London',
        preferred_contact_method: 'phone',
        tags: ['vip', 'a, b'],
        notes: ' Kept as it is ',
        custom_fields: { plan: 'gold' },
        do_not_call: false,
      },
    ]);
  });

  test('search, filters and pages stand in the address, and back, forward and a link lead to them', async () => {
    const visitor = await visit();
    const { page, context } = visitor;
    await signIn(visitor, account, '/contacts');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText(/^51–6\d of 6\d$/).waitFor();
    await page.getByLabel('Search').fill('Grace');
    await page.getByText('1–20 of 20').waitFor();
    expect(parametersOf(page)).toEqual({ search: 'Grace' });
    await page.getByLabel('Status').selectOption('contacted');
    await page.getByText('1–10 of 10').waitFor();
    await page.getByLabel('Number').selectOption({ label: 'Has none' });
    await page.getByText('1–5 of 5').waitFor();
    const address = page.url();
    await page.goBack();
    await page.getByText('1–10 of 10').waitFor();
    await page.goForward();
    await page.getByText('1–5 of 5').waitFor();
    expect(page.url()).toBe(address);
    expect(readExported(await downloaded(page, 'Export CSV'))).toHaveLength(1 + 5);
    const second = await context.newPage();
    await second.goto(address);
    await second.getByText('1–5 of 5').waitFor();
    expect(await second.getByLabel('Search').inputValue()).toBe('Grace');
    expect(await second.getByLabel('Status').inputValue()).toBe('contacted');
    await second.getByRole('link', { name: 'Grace Number 12' }).click();
    await second.getByRole('dialog', { name: 'Grace Number 12' }).waitFor();
    expect(parametersOf(second)).toMatchObject({ search: 'Grace', status: 'contacted', contact: expect.any(String) });
    await second.keyboard.press('Escape');
    await second.getByRole('dialog').waitFor({ state: 'detached' });
    expect(second.url()).toBe(address);
    await second.getByRole('link', { name: 'Clear filters' }).click();
    await second.getByText(/^1–50 of 6\d$/).waitFor();
    expect(parametersOf(second)).toEqual({});
  });

  test('a contact is changed, marked and deleted in its panel, each with its consequence', async () => {
    const { api, teamId } = account;
    const { contacts } = await api.listContacts({ teamId, search: 'Number 1', hasPhone: true });
    const [contact] = contacts;
    if (!contact) throw new Error('There is no such contact.');
    const name = `${contact.first_name} ${contact.last_name}`;
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, `/contacts?contact=${contact.id}`);
    await page.getByRole('dialog', { name }).waitFor();
    await fill(page, { 'Job title': 'Admiral', 'Last name': 'Hopper' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Cancel' }).click();
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
    expect((await api.getContact({ id: contact.id })).contact).toMatchObject({
      job_title: 'Admiral',
      last_name: 'Hopper',
      phone: contact.phone,
    });
    await panel(page).getByLabel('Do not call').check();
    await page.getByText(`Once saved, no call to ${contact.phone} starts any more`).waitFor();
    await press(page, 'Save');
    await panel(page).getByText(`${contact.phone} is never called: through a contact’s “Do not call”.`).waitFor();
    expect((await api.listSuppressions({ teamId })).suppressions).toMatchObject([
      { phone: contact.phone, reason: 'contact' },
    ]);
    await press(page, 'Delete');
    const question = page.getByRole('dialog', { name: `Delete ${contact.first_name} Hopper?` });
    await question.getByText(`No call to ${contact.phone} starts for this contact any more`).waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`${contact.first_name} Hopper was deleted.`).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await api.listContacts({ teamId, search: 'Hopper' })).count).toBe(0);
    await visitor.open(`/contacts?edit=${contact.company_id}`);
    await page.getByText(`To delete it, move or delete its ${LISTED - 1} contacts first.`).waitFor();
    expect(await panel(page).getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  });

  test('everything kept of a person is saved as one file, and erased after a question', async () => {
    const source = await newAccount();
    const { api, teamId } = source;
    const { company } = await api.createCompany({ teamId, name: 'Acme' });
    const person = { firstName: 'Ada', lastName: 'Lovelace', phone: '+14155550199', notes: 'Likes tea.' };
    const { contact } = await api.createContact({ teamId, companyId: company.id, ...person });
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, source, `/contacts?contact=${contact.id}`);
    await page.getByRole('dialog', { name: 'Ada Lovelace' }).waitFor();
    expect(JSON.parse(await downloaded(page, 'Export everything'))).toMatchObject({ contact: { notes: 'Likes tea.' } });
    await press(page, 'Erase for good');
    const question = page.getByRole('dialog', { name: 'Erase Ada Lovelace for good?' });
    await question.getByText('Nobody calls +14155550199 any more').waitFor();
    await question.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('Ada Lovelace is being erased').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await api.listContacts({ teamId })).count).toBe(0);
    expect((await api.listSuppressions({ teamId })).count).toBe(0);
  });

  test('an export harms no spreadsheet, loses nothing, and is imported again as it is', async () => {
    const source = await newAccount();
    const { api, teamId } = source;
    const { company } = await api.createCompany({ teamId, name: '@Company, "quoted"' });
    await api.bulkCreateContacts({
      teamId,
      companyId: company.id,
      contacts: HARMFUL_CONTACTS,
    });
    const visitor = await visit({ width: PHONE_WIDTH });
    const { page } = visitor;
    await signIn(visitor, source, '/contacts');
    await rowsOf(page).nth(3).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE_WIDTH);
    const csv = await downloaded(page, 'Export CSV');
    expect(csv).toContain(',+14155553001,');
    expect(csv).toContain('"\'=HYPERLINK(""http://localhost/"",""x"")",');
    expect(csv).not.toMatch(/(?:^|[,;\t\n])"?[=@-]/m);
    expect(csv).not.toMatch(/(?:^|[,;\t\n])"?\+(?!14155553001)/m);
    expect(readExported(csv)[0]).toEqual(expect.arrayContaining(['=key', 'plan', 'Do not call']));
    await page.getByRole('link', { name: 'long long' }).click();
    await panel(page).getByLabel('Last name').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE_WIDTH);
    await page.keyboard.press('Escape');
    const copy = await newAccount();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await signIn(visitor, copy, '/contacts/import');
    await choose(page, 'contacts.csv', csv);
    await page.getByText('3 rows of 3 can be imported').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Import finished' }).waitFor();
    const withoutIds = async (owner: Account) =>
      (await allContacts(owner))
        .map(({ id, team_id, company_id, created_at, updated_at, ...told }) => told)
        .sort((one, other) => one.last_name.localeCompare(other.last_name));
    expect(await withoutIds(copy)).toEqual(await withoutIds(source));
    const copied = await copy.api.listCompanies({ teamId: copy.teamId });
    expect(copied.companies).toMatchObject([{ name: company.name, contact_count: 3 }]);
  });
});
