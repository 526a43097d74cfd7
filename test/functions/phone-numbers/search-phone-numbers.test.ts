import { beforeAll, describe, expect, test } from '@jest/globals';
import type { InputOf } from '#shared/client/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { wrongFieldsOf } from '#test/harness/refusals.ts';

type Filters = InputOf<'searchPhoneNumbers'>['filters'];

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const search = (filters: object) => account.api.searchPhoneNumbers({ filters: filters as Filters });

const phones = (numbers: Record<string, unknown>[]): string[] => numbers.map(({ phoneNumber }) => String(phoneNumber));

describe('200', () => {
  test('a country alone answers twenty local numbers with prices and features', async () => {
    const body = await search({ countryCode: 'US' });
    expect(body).toMatchObject({ provider: 'simulated', count: 20 });
    expect(new Set(phones(body.numbers)).size).toBe(20);
    for (const { phoneNumber, monthlyPrice, setupPrice, features } of body.numbers) {
      expect(phoneNumber).toMatch(/^\+1[2-9]\d{9}$/);
      expect(monthlyPrice).toMatch(/^\d+\.\d\d$/);
      expect(setupPrice).toMatch(/^\d+\.\d\d$/);
      expect(features).toContain('voice');
    }
  });

  test('an area code narrows the search in the US and in Canada', async () => {
    for (const [countryCode, areaCode] of [
      ['US', '415'],
      ['CA', '604'],
    ]) {
      const body = await search({ countryCode, areaCode, limit: 5 });
      expect(body.count).toBe(5);
      for (const phone of phones(body.numbers)) expect(phone.startsWith(`+1${areaCode}`)).toBe(true);
    }
  });

  test('toll-free numbers are others than local ones', async () => {
    const [local, tollFree] = await Promise.all(
      ['local', 'toll-free'].map((numberType) => search({ countryCode: 'US', numberType, limit: 3 })),
    );
    expect(phones(tollFree?.numbers ?? []).every((phone) => phone.startsWith('+1800'))).toBe(true);
    expect(phones(local?.numbers ?? []).some((phone) => phone.startsWith('+1800'))).toBe(false);
  });

  test('other countries have numbers too, and a country code may be in lower case', async () => {
    expect(phones((await search({ countryCode: 'de', limit: 1 })).numbers)[0]).toMatch(/^\+49/);
  });

  test('count is the number of results, and a limit above 200 is lowered', async () => {
    const body = await search({ countryCode: 'US', limit: 1000 });
    expect([body.count, body.numbers.length]).toEqual([200, 200]);
    expect((await search({ countryCode: 'US', limit: 1 })).count).toBe(1);
  });

  test('a number that was bought is not offered any more', async () => {
    const filters = { countryCode: 'US', areaCode: '917', limit: 1 };
    const offered = phones((await search(filters)).numbers)[0] ?? '';
    await account.api.purchasePhoneNumber({ teamId: account.teamId, phoneNumber: offered });
    expect(phones((await search({ ...filters, limit: 50 })).numbers)).not.toContain(offered);
  });
});

describe('400', () => {
  test.each<[string, Record<string, unknown>]>([
    ['countryCode', {}],
    ['countryCode', { countryCode: 'USA' }],
    ['countryCode', { countryCode: 'ZZ' }],
    ['countryCode', { countryCode: 1 }],
    ['areaCode', { countryCode: 'US', areaCode: '41' }],
    ['areaCode', { countryCode: 'US', areaCode: '4155' }],
    ['areaCode', { countryCode: 'US', areaCode: 'abc' }],
    ['areaCode', { countryCode: 'US', areaCode: 415 }],
    ['areaCode', { countryCode: 'DE', areaCode: '030' }],
    ['areaCode', { countryCode: 'GB', areaCode: '415' }],
    ['numberType', { countryCode: 'US', numberType: 'mobile' }],
    ['limit', { countryCode: 'US', limit: 0 }],
    ['limit', { countryCode: 'US', limit: 2.5 }],
    ['limit', { countryCode: 'US', limit: '5' }],
  ])('filters.%s is refused in %j', async (field, filters) => {
    expect(await wrongFieldsOf(search(filters))).toEqual([`filters.${field}`]);
  });

  test('filters are required', async () => {
    expect(await wrongFieldsOf(account.api.searchPhoneNumbers({} as never))).toEqual(['filters']);
  });
});
