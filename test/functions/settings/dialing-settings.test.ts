import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { buy } from '#test/harness/given/numbers.ts';
import { numberForSale } from '#test/harness/given/phones.ts';
import { expectRefused, refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const read = async ({ api, slug }: TestAccount = account) =>
  (await api.getDialingSettings({ accountSlug: slug })).dialing;
const patch = ({ api, slug }: TestAccount, changes: object) =>
  api.updateDialingSettings({ accountSlug: slug, ...changes });
const changed = async (changes: object, of = account) => (await patch(of, changes)).dialing;

describe('GET', () => {
  test('shows every field; an account that has set nothing has the defaults', async () => {
    expect(await read(await newAccount())).toEqual({
      allowed_countries: null,
      effective_countries: [],
      calling_hours: null,
      max_calls_per_number_per_day: 10,
      max_calls_per_day: null,
      max_spend_per_day_usd: null,
      calls_today: 0,
      calls_per_day_allowed: 20_000,
      spend_today_usd: '0.0000',
    });
  });

  test('the effective countries follow the own active numbers, as long as none are set', async () => {
    const own = await newAccount();
    const { phoneNumber } = await buy(own, numberForSale());
    expect((await read(own)).effective_countries).toEqual(['CA', 'US']);
    await own.api.releasePhoneNumber({ id: phoneNumber.id });
    expect((await read(own)).effective_countries).toEqual([]);
    expect(await changed({ allowedCountries: ['DE'] }, own)).toMatchObject({ effective_countries: ['DE'] });
  });

  test('an own toll-free number counts as one of the US, a German one as one of DE', async () => {
    const own = await newAccount();
    await buy(own, '+18005551234');
    expect((await read(own)).effective_countries).toEqual(['CA', 'US']);
    const { numbers } = await own.api.searchPhoneNumbers({ filters: { countryCode: 'DE' } });
    await buy(own, numbers[0]?.phoneNumber ?? '');
    expect((await read(own)).effective_countries).toEqual(['CA', 'DE', 'US']);
  });
});

describe('PATCH', () => {
  test('changes what is given and keeps the rest; null takes a bound away', async () => {
    const settings = {
      allowedCountries: ['GB', 'US', 'GB'],
      callingHours: { start: '21:30', end: '06:00' },
      maxCallsPerNumberPerDay: 3,
      maxCallsPerDay: 20_000,
      maxSpendPerDayUsd: '50',
    };
    expect(await changed(settings)).toMatchObject({
      allowed_countries: ['GB', 'US'],
      effective_countries: ['CA', 'GB', 'US'],
      calling_hours: { start: '21:30', end: '06:00' },
      max_calls_per_number_per_day: 3,
      max_calls_per_day: 20_000,
      max_spend_per_day_usd: '50.00',
    });
    expect(await changed({ maxCallsPerNumberPerDay: null, callingHours: null })).toMatchObject({
      allowed_countries: ['GB', 'US'],
      calling_hours: null,
      max_calls_per_number_per_day: null,
    });
    expect(await changed({ maxCallsPerDay: 0 })).toMatchObject({ max_calls_per_day: 0, calls_per_day_allowed: 0 });
    expect(await changed({})).toEqual(await read());
    expect(await changed({ allowedCountries: [] })).toMatchObject({ allowed_countries: [], effective_countries: [] });
  });

  test('two at once both hold', async () => {
    const own = await newAccount();
    await Promise.all([
      changed({ allowedCountries: ['FR'] }, own),
      changed({ maxCallsPerDay: 7 }, own),
      changed({ maxSpendPerDayUsd: '1.50' }, own),
    ]);
    expect(await read(own)).toMatchObject({
      allowed_countries: ['FR'],
      max_calls_per_day: 7,
      max_spend_per_day_usd: '1.50',
    });
  });
});

describe('400', () => {
  test.each([
    ['an unknown country', { allowedCountries: ['US', 'UK'] }, 'allowedCountries.1'],
    ['a country in small letters', { allowedCountries: ['us'] }, 'allowedCountries.0'],
    ['countries as a text', { allowedCountries: 'US' }, 'allowedCountries'],
    ['hours without an end', { callingHours: { start: '08:00' } }, 'callingHours.end'],
    ['hours without anything', { callingHours: {} }, 'callingHours.start callingHours.end'],
    ['hours that are none', { callingHours: { start: '08:00', end: '08:00' } }, 'callingHours.end'],
    ['an hour that no clock shows', { callingHours: { start: '24:00', end: '08:00' } }, 'callingHours.start'],
    ['no dial to a number', { maxCallsPerNumberPerDay: 0 }, 'maxCallsPerNumberPerDay'],
    ['more dials to a number than 100', { maxCallsPerNumberPerDay: 101 }, 'maxCallsPerNumberPerDay'],
    ['half a call', { maxCallsPerDay: 1.5 }, 'maxCallsPerDay'],
    ['money as a number', { maxSpendPerDayUsd: 50 }, 'maxSpendPerDayUsd'],
    ['money below zero', { maxSpendPerDayUsd: '-1' }, 'maxSpendPerDayUsd'],
    ['thirds of a cent', { maxSpendPerDayUsd: '0.003' }, 'maxSpendPerDayUsd'],
  ])('%s', async (_, changes, path) => {
    const before = await read();
    expect(await wrongFieldsOf(patch(account, changes))).toEqual(path.split(' '));
    expect(await read()).toEqual(before);
  });

  test('says which rule an unknown country breaks', async () => {
    const { issues } = await refusalOf(patch(account, { allowedCountries: ['ZZ'] }));
    expect(issues).toEqual([
      { path: 'allowedCountries.0', message: 'must be an ISO 3166-1 alpha-2 country code, such as US' },
    ]);
  });

  test('says which plan forbids more calls a day', async () => {
    const free = await newAccount({ plan: 'free' });
    await expectRefused(patch(free, { maxCallsPerDay: 101 }), 400, 'at most 100, which the plan "free" allows');
    expect(await changed({ maxCallsPerDay: 100 }, free)).toMatchObject({ max_calls_per_day: 100 });
  });
});

test('another account’s settings are forbidden, an unknown account’s do not exist', async () => {
  const other = await newAccount();
  for (const [slug, status] of [
    [other.slug, 403],
    ['no-such-account', 404],
  ] as const) {
    expect(await statusOf(account.api.getDialingSettings({ accountSlug: slug }))).toBe(status);
    expect(await statusOf(account.api.updateDialingSettings({ accountSlug: slug }))).toBe(status);
  }
});
