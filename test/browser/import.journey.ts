import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriersOn } from './harness/accessibility.ts';
import { type Account, newAccount } from './harness/accounts.ts';
import { allContacts, csvFiles, downloaded } from './harness/csv-files.ts';
import { longestGapMs, watchFrames } from './harness/frames.ts';
import {
  CREATED_OF,
  corrected,
  DUPLICATES,
  FAILED,
  HARD_FILE,
  HOSTILE_NAMES,
  hostileNumbers,
  KNOWN,
  numberAt,
  TOTAL,
} from './harness/hard-file.ts';
import { visitors } from './harness/journey.ts';
import { signIn } from './harness/visitor.ts';

const PATH = '/contacts/import';
const BULK = '**/api/crm/contacts/bulk';

const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true });
const companyField = (page: Page) => page.getByLabel('Company', { exact: true });

/** The counts as the page tells them, such as `{ Created: '1,168' }`. */
const figuresOn = async (page: Page): Promise<Record<string, string>> => {
  const texts = await page.locator('dl.figures > div').allInnerTexts();
  return Object.fromEntries(texts.map((text) => text.split(/\s*\n\s*/) as [string, string]));
};

const importIt = async (page: Page): Promise<Record<string, string>> => {
  await importButton(page).click();
  await page.getByRole('heading', { name: 'Import finished' }).waitFor();
  return figuresOn(page);
};

const withKnownContacts = async (): Promise<Account> => {
  const account = await newAccount();
  const { api, teamId } = account;
  const { company } = await api.createCompany({ teamId, name: 'Acme' });
  const contacts = Array.from({ length: KNOWN }, (_, at) => ({
    firstName: 'Known',
    lastName: 'Before',
    phone: numberAt(at),
  }));
  await api.bulkCreateContacts({ teamId, companyId: company.id, contacts });
  return account;
};

const expectImported = async (account: Account): Promise<void> => {
  const contacts = await allContacts(account);
  expect(contacts).toHaveLength(KNOWN + TOTAL - DUPLICATES - FAILED);
  const byPhone = new Map(contacts.map((contact) => [contact.phone, contact]));
  expect(byPhone.size).toBe(contacts.length);
  expect(hostileNumbers.map((phone) => byPhone.get(phone)?.first_name)).toEqual(HOSTILE_NAMES);
  expect(byPhone.get(numberAt(212))).toMatchObject({
    last_name: 'Müller',
    email: 'p212@example.com',
    custom_fields: { Score: '212', 'Price plan': 'gold' },
  });
  const { companies } = await account.api.listCompanies({ teamId: account.teamId });
  expect(new Map(companies.map(({ name, contact_count }) => [name, contact_count]))).toEqual(
    new Map([
      ['Acme', KNOWN + CREATED_OF.existing],
      ['Fresh leads', CREATED_OF.chosen],
      ['Nova & Söhne', CREATED_OF.other],
    ]),
  );
};

/** The service does what a request says, and the answer never arrives. Resolves when that has happened. */
const loseAnswer = (page: Page, place: number) => {
  const keys: (string | undefined)[] = [];
  let tell: () => void = () => undefined;
  const isLost = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const install = page.route(BULK, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length !== place) return route.continue();
    await route.fetch();
    tell();
  });
  return { keys, isLost, install };
};

/** Rows with numbers of their own in the national form. */
const manyRows = (count: number): string => {
  const line = (at: number): string => {
    const digits = String(at).padStart(5, '0');
    return `First ${at},Last ${at},(415) 55${digits.slice(0, 1)}-${digits.slice(1)},f${at}@example.com,Acme ${at % 50},${at}`;
  };
  return ['First name,Last name,Phone,Email,Company,Extra', ...Array.from({ length: count }, (_, at) => line(at))].join(
    '\n',
  );
};

describe('Importing a file', () => {
  const visit = visitors();
  const choose = csvFiles();

  test('tells the truth about every row, and failed ones are corrected and imported', async () => {
    const account = await withKnownContacts();
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, PATH);
    await companyField(page).fill('Fresh leads');
    await choose(page, 'people.csv', HARD_FILE);
    await page.getByText('rows with a mistake.').waitFor();
    await page.getByLabel('Country').selectOption('US');
    await page.getByText('1,184 rows of 1,200 can be imported, 10 duplicates within the file').waitFor();
    await page.getByText('Excel has rounded this number').first().waitFor();
    await page.getByRole('cell', { name: numberAt(0) }).waitFor();
    const customField = page.getByLabel('Custom field of column G');
    await customField.fill('');
    await page.getByText('A custom field needs a name.').waitFor();
    expect(await importButton(page).isDisabled()).toBe(true);
    await customField.pressSequentially('Price plan');
    expect(await barriersOn(page)).toEqual([]);

    expect(await importIt(page)).toEqual({ Rows: '1,200', Created: '1,168', Duplicate: '25', Failed: '7' });
    expect(await barriersOn(page)).toEqual([]);
    await expectImported(account);
    const failed = await downloaded(page, 'Download failed rows');
    expect(failed).toMatch(/Excel has rounded this number to ""1\.41555E\+10""/);
    expect(failed).toMatch(/x{201},Müller.*firstName/);
    expect(failed).toMatch(/Too many: ""too much""/);
    expect(await downloaded(page, 'Download duplicates')).toMatch(/Row 192 of this file has the number \+14155551190/);

    await page.getByRole('button', { name: 'Import another file' }).click();
    await companyField(page).fill('fresh LEADS');
    await page.getByLabel('Country').selectOption('US');
    await choose(page, 'people-failed-rows.csv', corrected(failed));
    await page.getByText('7 rows of 7 can be imported').waitFor();
    expect(await importIt(page)).toEqual({ Rows: '7', Created: '7', Duplicate: '0', Failed: '0' });
    expect(await page.getByRole('button', { name: 'Download failed rows' }).count()).toBe(0);
    expect(await allContacts(account)).toHaveLength(KNOWN + TOTAL - DUPLICATES);
  });

  test('goes on after a reload, and creates nobody twice, not even people without a number', async () => {
    const account = await newAccount();
    const visitor = await visit({ width: 360 });
    const { page } = visitor;
    await signIn(visitor, account, PATH);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    const { keys, isLost, install } = loseAnswer(page, 2);
    await install;
    await companyField(page).fill('Walk-ins');
    await choose(page, 'walk-ins.csv', ['Name', ...Array.from({ length: 620 }, (_, at) => `Person ${at}`)].join('\n'));
    await page.getByText('620 rows of 620 can be imported').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await importButton(page).dblclick();
    await isLost;
    expect((await figuresOn(page)).Created).toBe('500');
    await page.getByRole('link', { name: '← Back' }).click();
    await page.getByRole('dialog', { name: 'Leave the import?' }).getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('heading', { name: 'Import finished' }).waitFor();
    expect(await figuresOn(page)).toEqual({ Rows: '620', Created: '620', Duplicate: '0', Failed: '0' });
    expect(keys[2]).toBe(keys[1]);
    expect(keys).toHaveLength(3);
    const names = (await allContacts(account)).map(({ first_name, last_name }) => `${first_name} ${last_name}`);
    expect([names.length, new Set(names).size]).toEqual([620, 620]);
    await page.reload();
    await page.getByLabel('CSV file').waitFor();
    expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(0);
  });

  test('a session that ends meanwhile interrupts it, and choosing the same file again goes on, too', async () => {
    const account = await newAccount();
    const visitor = await visit();
    visitor.expectRefusal(401);
    const { page, context } = visitor;
    await signIn(visitor, account, PATH);
    const { isLost, install } = loseAnswer(page, 1);
    await install;
    await companyField(page).fill('Walk-ins');
    await choose(page, 'walk-ins.csv', 'Name\nAda Lovelace\nGrace Hopper\n');
    await importButton(page).click();
    await isLost;
    await context.clearCookies();
    await page.reload();
    await signIn(visitor, account, PATH);
    await page.getByText('The import of “walk-ins.csv” was interrupted').waitFor();
    await companyField(page).fill('Walk-ins');
    await choose(page, 'walk-ins.csv', 'Name\nAda Lovelace\nGrace Hopper\n');
    expect(await importIt(page)).toMatchObject({ Created: '2' });
    expect(await allContacts(account)).toHaveLength(2);
  });

  test('works where the browser keeps nothing, and says what cannot be loaded', async () => {
    const account = await newAccount();
    const visitor = await visit();
    visitor.expectRefusal(404);
    const { page } = visitor;
    await page.addInitScript('IDBFactory.prototype.open = () => { throw new DOMException("No", "SecurityError"); }');
    await page.route('**/assets/phone-cell-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
    await signIn(visitor, account, PATH);
    await companyField(page).fill('Walk-ins');
    await choose(page, 'walk-ins.csv', 'Name\nAda Lovelace\n');
    await page.getByText('The rows could not be checked. Reload the page').waitFor();
    await page.reload();
    await companyField(page).fill('Walk-ins');
    await choose(page, 'walk-ins.csv', 'Name\nAda Lovelace\n');
    await page.getByText('1 row of 1 can be imported').waitFor();
    expect(await importIt(page)).toMatchObject({ Created: '1' });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  test('reads and checks 20,000 rows without standing still, and gives up a file for another', async () => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, await newAccount(), PATH);
    await page.getByLabel('Country').selectOption('US');
    const many = manyRows(20_000);
    await watchFrames(page);
    const beganAtMs = Date.now();
    await choose(page, 'many.csv', many);
    await page.getByText('20,000 rows of 20,000 can be imported').waitFor();
    const tookMs = Date.now() - beganAtMs;
    const gapMs = await longestGapMs(page);
    console.log(`20,000 rows were read and checked in ${tookMs} ms; the longest gap between frames was ${gapMs} ms.`);
    // Work in one piece would leave no frame between its beginning and its end.
    expect(gapMs).toBeLessThan(tookMs / 2);
    await page.getByLabel('Country').selectOption('CA');
    await choose(page, 'few.csv', manyRows(2));
    await page.getByText('2 rows of 2 can be imported').waitFor();
  });
});
