import { describe, expect, test } from '@jest/globals';
import { DAY_MS } from '#shared/domain/time.ts';
import { commandsOf } from '#test/harness/carrier-log.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { buy, expectNothingLeft, numbersHeld } from '#test/harness/given/numbers.ts';
import { numberForSale } from '#test/harness/given/phones.ts';
import { expectRefused, FORBIDDEN, refusalOf, statusesOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

const FIVE_DAYS_MS = 5 * DAY_MS;

const held = async ({ api, teamId }: TestAccount): Promise<number> => (await api.listPhoneNumbers({ teamId })).count;

describe('200', () => {
  test('a subscribed account buys a number for good', async () => {
    const account = await newAccount({ plan: 'starter' });
    const phoneNumber = numberForSale();
    expect(await buy(account, phoneNumber)).toEqual({
      success: true,
      phoneNumber: {
        id: expect.stringMatching(/^num_/),
        phone_number: phoneNumber,
        provider_number_id: expect.any(String),
        status: 'active',
        is_trial: false,
        trial_expires_at: null,
        message: expect.stringContaining(phoneNumber),
      },
      eligibility: { currentCount: 1, maxAllowed: 5, hasSubscription: true, planName: 'starter' },
    });
  });

  test('a free account gets one trial number that ends after five days', async () => {
    const account = await newAccount({ plan: 'free' });
    const before = Date.now();
    const body = await buy(account, numberForSale());
    const { is_trial, trial_expires_at } = body.phoneNumber;
    expect(is_trial).toBe(true);
    const end = Date.parse(String(trial_expires_at));
    expect(end).toBeGreaterThanOrEqual(before + FIVE_DAYS_MS);
    expect(end).toBeLessThanOrEqual(Date.now() + FIVE_DAYS_MS);
    expect(body.eligibility).toEqual({ currentCount: 1, maxAllowed: 1, hasSubscription: false, planName: 'free' });
  });
});

describe('403', () => {
  test('beyond the plan the purchase is refused with the eligibility, and nothing is bought', async () => {
    const account = await newAccount({ plan: 'free' });
    await buy(account, numberForSale());
    const wanted = numberForSale();
    const refusal = await refusalOf(buy(account, wanted));
    expect(refusal).toMatchObject({ status: 403, error: expect.stringContaining('free') });
    expect(refusal.eligibility).toEqual({ currentCount: 1, maxAllowed: 1, hasSubscription: false, planName: 'free' });
    expect([await held(account), commandsOf({ command: 'order_number', to: wanted })]).toEqual([1, []]);
  });

  test('many purchases at once never exceed the plan', async () => {
    const account = await newAccount({ plan: 'starter' });
    expect(await statusesOf(Array.from({ length: 9 }, () => buy(account, numberForSale())))).toEqual([
      200, 200, 200, 200, 200, 403, 403, 403, 403,
    ]);
    expect(await held(account)).toBe(5);
  });

  test('two purchases race for the last slot: one wins, the other hears that it is gone and leaves nothing behind', async () => {
    const [account, other] = [await newAccount({ plan: 'free' }), await newAccount()];
    const wanted = [numberForSale(), numberForSale()];
    const purchases = wanted.map((phoneNumber) => buy(account, phoneNumber));
    const statuses = await Promise.all(purchases.map(statusOf));
    expect(statuses.toSorted()).toEqual([200, 403]);
    const [won, refused] = [statuses.indexOf(200), statuses.indexOf(403)];
    const full = { currentCount: 1, maxAllowed: 1, hasSubscription: false, planName: 'free' };
    expect((await purchases[won])?.eligibility).toEqual(full);
    expect((await refusalOf(purchases[refused] as Promise<never>)).eligibility).toEqual(full);
    expect([await held(account), await numbersHeld(account)]).toEqual([1, 1]);
    const lost = wanted[refused] as string;
    expect(commandsOf({ command: 'order_number', to: lost })).toEqual([]);
    await buy(other, lost);
  });

  test('the team of another account is forbidden', async () => {
    const [account, other] = await Promise.all([newAccount(), newAccount()]);
    expect(
      await refusalOf(account.api.purchasePhoneNumber({ teamId: other.teamId, phoneNumber: numberForSale() })),
    ).toEqual(FORBIDDEN);
  });
});

describe('404', () => {
  test('a number that the carrier does not offer is not bought, and the allowance is untouched', async () => {
    const account = await newAccount({ plan: 'free' });
    await expectRefused(buy(account, '+14155550001'), 404, '+14155550001');
    await expectNothingLeft(account, '+14155550001');
    expect((await buy(account, numberForSale())).eligibility.currentCount).toBe(1);
  });
});

describe('409', () => {
  test('a number that is owned already cannot be bought, by its owner or by anybody else', async () => {
    const [account, other] = await Promise.all([newAccount(), newAccount()]);
    const { phone_number } = await account.given.number();
    for (const buyer of [account, other]) expect(await statusOf(buy(buyer, phone_number))).toBe(409);
    expect([await held(account), await held(other)]).toEqual([1, 0]);
  });

  test('two accounts that want the same number at once: one gets it, and it is ordered once', async () => {
    const accounts = await Promise.all([newAccount(), newAccount()]);
    const phoneNumber = numberForSale();
    expect(await statusesOf(accounts.map((account) => buy(account, phoneNumber)))).toEqual([200, 409]);
    const counts = await Promise.all(accounts.map(held));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  test('one account that buys the same number twice at once buys it once', async () => {
    const account = await newAccount({ plan: 'free' });
    const phoneNumber = numberForSale();
    const statuses = await statusesOf([1, 2, 3].map(() => buy(account, phoneNumber)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const status of statuses.filter((each) => each !== 200)) expect([403, 409]).toContain(status);
    expect(await held(account)).toBe(1);
    const orders = commandsOf({ command: 'order_number', to: phoneNumber });
    expect(new Set(orders.map(({ command_id }) => command_id)).size).toBe(1);
  });
});

describe('400', () => {
  test.each(['4155551234', '+0415555', 'tomorrow', ''])('%p is not a phone number', async (phoneNumber) => {
    expect(await wrongFieldsOf(buy(await newAccount(), phoneNumber))).toEqual(['phoneNumber']);
  });
});
