import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { FORBIDDEN, refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

/** In the order of creation; `company` is the place in the list of companies. */
const CONTACTS = [
  { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@engines.example', phone: '+14155550001', company: 0 },
  { firstName: 'Grace', lastName: 'Hopper', email: null, phone: '+442071838750', company: 1, leadStatus: 'contacted' },
  { firstName: 'Alan', lastName: 'Turing', email: 'alan@love.example', phone: null, company: 0, doNotCall: true },
  { firstName: 'Adaline', lastName: 'Stone', email: null, phone: null, company: 1, leadStatus: 'contacted' },
  { firstName: 'Émile', lastName: 'Zola', email: null, phone: '+33155550002', company: 0, doNotCall: true },
  { firstName: 'Linus', lastName: 'Love', email: 'LINUS@Kernel.Example', phone: '+358915550003', company: 1 },
].map((contact) => ({ leadStatus: 'new', doNotCall: false, ...contact }));

let account: TestAccount;
const companyIds: string[] = [];
beforeAll(async () => {
  account = await newAccount();
  for (const name of ['First', 'Second']) companyIds.push((await account.given.company({ name })).id);
  for (const { company, ...contact } of CONTACTS) {
    await account.given.contact({ ...contact, companyId: companyIds[company] ?? '' });
  }
});

type Parameters = Record<string, string | number | boolean | undefined>;

const list = (parameters: Parameters) => account.api.listContacts({ teamId: account.teamId, ...parameters });

const firstNames = (contacts: { first_name: string }[]): string[] => contacts.map(({ first_name }) => first_name);

/** The newest first. */
const namesOf = (matches: (contact: (typeof CONTACTS)[number]) => boolean): string[] =>
  CONTACTS.filter(matches)
    .map(({ firstName }) => firstName)
    .reverse();

describe('200', () => {
  test('contacts come newest first, with the defaults 50 and 0 echoed', async () => {
    const { contacts, count, limit, offset } = await list({});
    expect(firstNames(contacts)).toEqual(namesOf(() => true));
    expect({ count, limit, offset }).toEqual({ count: 6, limit: 50, offset: 0 });
  });

  const combinations = [undefined, 0, 1].flatMap((company) =>
    [undefined, 'new', 'contacted', 'won'].flatMap((leadStatus) =>
      [undefined, true, false].flatMap((doNotCall) =>
        [undefined, true, false].flatMap((hasPhone) =>
          [undefined, 'LOVE'].map((search) => ({ company, leadStatus, doNotCall, hasPhone, search })),
        ),
      ),
    ),
  );

  const meets = ({ company, leadStatus, doNotCall, hasPhone, search }: (typeof combinations)[number]) =>
    namesOf(
      (contact) =>
        (company === undefined || contact.company === company) &&
        (leadStatus === undefined || contact.leadStatus === leadStatus) &&
        (doNotCall === undefined || contact.doNotCall === doNotCall) &&
        (hasPhone === undefined || (contact.phone !== null) === hasPhone) &&
        (search === undefined || /love/i.test(`${contact.firstName} ${contact.lastName} ${contact.email}`)),
    );

  test('every combination of filters answers its matches, their count before paging, and each page of them', async () => {
    await Promise.all(
      combinations.map(async (combination) => {
        const { company, ...filter } = combination;
        const parameters = { ...filter, companyId: company === undefined ? undefined : companyIds[company] };
        const [whole, page] = await Promise.all([list(parameters), list({ ...parameters, limit: 1, offset: 1 })]);
        const expected = meets(combination);
        const found = [firstNames(whole.contacts), whole.count, firstNames(page.contacts), page.count];
        expect({ parameters, found }).toEqual({
          parameters,
          found: [expected, expected.length, expected.slice(1, 2), expected.length],
        });
      }),
    );
  });

  test.each([
    ['part of a first name', 'dal', ['Adaline']],
    ['a last name in other case', 'HOPPER', ['Grace']],
    ['the end of the first and the start of the last name', 'a love', ['Ada']],
    ['the full name', 'grace hopper', ['Grace']],
    ['part of an email', '@love.', ['Alan']],
    ['an email in other case', 'linus@kernel', ['Linus']],
    ['part of a phone', '555000', ['Linus', 'Émile', 'Ada']],
    ['a phone with its +', '+1415', ['Ada']],
    ['letters beyond ASCII in other case', 'ÉMILE', ['Émile']],
    ['a line break that no field has', 'lovelace\nada', []],
    ['text that nothing has', 'babbage', []],
  ])('search finds %s', async (_, search, expected) => {
    const { contacts, count } = await list({ search });
    expect([firstNames(contacts), count]).toEqual([expected, expected.length]);
  });

  test('an empty search filters nothing', async () => {
    expect((await list({ search: '' })).count).toBe(6);
  });

  test('pages put together are the whole list, and the order is stable', async () => {
    const pages = await Promise.all([0, 2, 4].map((offset) => list({ limit: 2, offset })));
    expect(pages.flatMap(({ contacts }) => contacts)).toEqual((await list({})).contacts);
  });

  test('a limit above 200 is lowered to 200, and the response says so', async () => {
    expect((await list({ limit: 1000 })).limit).toBe(200);
  });

  test('contacts created at once are listed once each, and counted', async () => {
    const fresh = await newAccount();
    const created = await fresh.given.contacts(25);
    const body = await fresh.api.listContacts({ teamId: fresh.teamId });
    expect(body.count).toBe(25);
    expect(body.contacts.map(({ id }) => id).sort()).toEqual(created.map(({ id }) => id).sort());
  });
});

describe('400', () => {
  test.each([
    ['limit', '0'],
    ['limit', '-5'],
    ['limit', '2.0'],
    ['limit', 'all'],
    ['offset', '-1'],
    ['offset', '1e2'],
    ['doNotCall', 'yes'],
    ['doNotCall', '1'],
    ['hasPhone', 'TRUE'],
  ])('%s=%s is refused', async (name, value) => {
    expect(await wrongFieldsOf(list({ [name]: value }))).toEqual([name]);
  });

  test('a wrong boolean is answered with the allowed values', async () => {
    const { issues } = await refusalOf(list({ hasPhone: 'maybe' }));
    expect(issues?.[0]?.message).toContain('true, false');
  });

  test('all problems are told at once', async () => {
    const fields = await wrongFieldsOf(list({ teamId: undefined, limit: 'x', offset: 'y', doNotCall: 'z' }));
    expect(fields.sort()).toEqual(['doNotCall', 'limit', 'offset', 'teamId']);
  });
});

describe('403 and 404', () => {
  test('the team or company of another account is forbidden', async () => {
    const other = await newAccount();
    const foreign = await other.given.company();
    for (const parameters of [{ teamId: other.teamId }, { teamId: account.teamId, companyId: foreign.id }]) {
      expect(await refusalOf(account.api.listContacts(parameters))).toEqual(FORBIDDEN);
    }
  });

  test('an unknown company does not exist', async () => {
    const parameters = { teamId: account.teamId, companyId: 'comp_unknown' };
    expect(await statusOf(account.api.listContacts(parameters))).toBe(404);
  });
});
