import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { FORBIDDEN, refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

/** In the order of creation. */
const COMPANIES = [
  { name: 'Acme Freight', industry: 'logistics' },
  { name: 'Beta Foods', industry: 'food' },
  { name: 'ACME Foods', industry: 'food' },
  { name: 'Gamma', industry: null },
  { name: 'Delta acme', industry: 'logistics' },
];

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
  for (const company of COMPANIES) await account.given.company(company);
});

const list = (parameters: Record<string, string | number | undefined>) =>
  account.api.listCompanies({ teamId: account.teamId, ...parameters });

const names = (companies: { name: string }[]): string[] => companies.map(({ name }) => name);

describe('200', () => {
  test('companies come newest first, with the defaults 50 and 0 echoed', async () => {
    const { companies, count, limit, offset } = await list({});
    expect(names(companies)).toEqual(COMPANIES.map(({ name }) => name).reverse());
    expect({ count, limit, offset }).toEqual({ count: 5, limit: 50, offset: 0 });
  });

  test('the account slug lists the same companies as its team', async () => {
    expect(await account.api.listCompanies({ accountSlug: account.slug })).toEqual(await list({}));
  });

  const searches = [undefined, 'acme', 'FOODS', 'a', 'zeta'];
  const industries = [undefined, 'food', 'logistics', 'other'];
  const combinations = searches.flatMap((search) => industries.map((industry) => ({ search, industry })));
  test.each(combinations)(
    'search $search and industry $industry filter together, and count is before paging',
    async ({ search, industry }) => {
      const expected = COMPANIES.filter(
        (company) =>
          (search === undefined || company.name.toLowerCase().includes(search.toLowerCase())) &&
          (industry === undefined || company.industry === industry),
      )
        .map(({ name }) => name)
        .reverse();
      const whole = await list({ search, industry });
      expect([names(whole.companies), whole.count]).toEqual([expected, expected.length]);
      const second = await list({ search, industry, limit: 1, offset: 1 });
      expect([names(second.companies), second.count]).toEqual([expected.slice(1, 2), expected.length]);
    },
  );

  test('pages put together are the whole list, without repetition or gap', async () => {
    const pages = await Promise.all([0, 2, 4].map((offset) => list({ limit: 2, offset })));
    expect(pages.flatMap(({ companies }) => companies)).toEqual((await list({})).companies);
  });

  test('an offset past the end is an empty page with the same count', async () => {
    expect(await list({ offset: 99 })).toMatchObject({ companies: [], count: 5, offset: 99 });
  });

  test('a limit above 200 is lowered to 200, and the response says so', async () => {
    expect((await list({ limit: 201 })).limit).toBe(200);
    expect((await list({ limit: 200 })).limit).toBe(200);
    expect((await list({ limit: 99999 })).limit).toBe(200);
  });

  test('an account without companies has an empty list', async () => {
    const fresh = await newAccount();
    const body = await fresh.api.listCompanies({ teamId: fresh.teamId });
    expect(body).toMatchObject({ companies: [], count: 0 });
  });
});

describe('400', () => {
  test.each([
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['limit', 'ten'],
    ['limit', ''],
    ['offset', '-1'],
    ['offset', '0.5'],
    ['offset', 'x'],
  ])('%s=%s is refused', async (name, value) => {
    expect(await wrongFieldsOf(account.api.listCompanies({ teamId: account.teamId, [name]: value }))).toEqual([name]);
  });

  test('neither teamId nor accountSlug is refused', async () => {
    expect((await wrongFieldsOf(account.api.listCompanies()))[0]).toBe('teamId');
  });
});

describe('403 and 404', () => {
  test('the team and the slug of another account are forbidden', async () => {
    const other = await newAccount();
    for (const parameters of [{ teamId: other.teamId }, { accountSlug: other.slug }]) {
      expect(await refusalOf(account.api.listCompanies(parameters))).toEqual(FORBIDDEN);
    }
  });

  test('an unknown team or slug does not exist', async () => {
    for (const parameters of [{ teamId: 'team_unknown' }, { accountSlug: 'unknown-slug' }]) {
      expect(await statusOf(account.api.listCompanies(parameters))).toBe(404);
    }
  });
});
