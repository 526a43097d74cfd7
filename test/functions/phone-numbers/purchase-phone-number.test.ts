import { describe, expect, test } from '@jest/globals';
import { commandsOf } from '#test/harness/carrier-log.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { buy, expectNothingLeft, NUMBERS, numbersHeld } from '#test/harness/given/numbers.ts';
import { numberForSale } from '#test/harness/given/phones.ts';

const FIVE_DAYS_MS = 5 * 24 * 60 * 60 * 1000;

const held = async ({ api, teamId }: TestAccount): Promise<number> =>
  (await api.get(`${NUMBERS}?teamId=${teamId}`)).body.count;

describe('200', () => {
  test('a subscribed account buys a number for good', async () => {
    const account = await newAccount({ plan: 'starter' });
    const phoneNumber = numberForSale();
    const { status, body } = await buy(account, phoneNumber);
    expect([status, body]).toEqual([
      200,
      {
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
      },
    ]);
  });

  test('a free account gets one trial number that ends after five days', async () => {
    const account = await newAccount({ plan: 'free' });
    const before = Date.now();
    const { body } = await buy(account, numberForSale());
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
    const { status, body } = await buy(account, wanted);
    expect(status).toBe(403);
    expect(body.error).toContain('free');
    expect(body.eligibility).toEqual({ currentCount: 1, maxAllowed: 1, hasSubscription: false, planName: 'free' });
    expect([await held(account), commandsOf({ command: 'order_number', to: wanted })]).toEqual([1, []]);
  });

  test('many purchases at once never exceed the plan', async () => {
    const account = await newAccount({ plan: 'starter' });
    const replies = await Promise.all(Array.from({ length: 9 }, () => buy(account, numberForSale())));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 403, 403, 403, 403]);
    expect(await held(account)).toBe(5);
  });

  test('two purchases race for the last slot: one wins, the other hears that it is gone and leaves nothing behind', async () => {
    const [account, other] = [await newAccount({ plan: 'free' }), await newAccount()];
    const wanted = [numberForSale(), numberForSale()];
    const replies = await Promise.all(wanted.map((phoneNumber) => buy(account, phoneNumber)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    const full = { currentCount: 1, maxAllowed: 1, hasSubscription: false, planName: 'free' };
    expect(replies.map(({ body }) => body.eligibility)).toEqual([full, full]);
    expect([await held(account), await numbersHeld(account)]).toEqual([1, 1]);
    const lost = wanted[replies.findIndex(({ status }) => status === 403)] as string;
    expect(commandsOf({ command: 'order_number', to: lost })).toEqual([]);
    expect((await buy(other, lost)).status).toBe(200);
  });

  test('the team of another account is forbidden', async () => {
    const [account, other] = await Promise.all([newAccount(), newAccount()]);
    const reply = await account.api.post(NUMBERS, { teamId: other.teamId, phoneNumber: numberForSale() });
    expect([reply.status, reply.body]).toEqual([403, { error: 'Forbidden' }]);
  });
});

describe('404', () => {
  test('a number that the carrier does not offer is not bought, and the allowance is untouched', async () => {
    const account = await newAccount({ plan: 'free' });
    const { status, body } = await buy(account, '+14155550001');
    expect(status).toBe(404);
    expect(body.error).toContain('+14155550001');
    await expectNothingLeft(account, '+14155550001');
    const bought = await buy(account, numberForSale());
    expect([bought.status, bought.body.eligibility.currentCount]).toEqual([200, 1]);
  });
});

describe('409', () => {
  test('a number that is owned already cannot be bought, by its owner or by anybody else', async () => {
    const [account, other] = await Promise.all([newAccount(), newAccount()]);
    const { phone_number } = await account.given.number();
    for (const buyer of [account, other]) expect((await buy(buyer, phone_number)).status).toBe(409);
    expect([await held(account), await held(other)]).toEqual([1, 0]);
  });

  test('two accounts that want the same number at once: one gets it, and it is ordered once', async () => {
    const accounts = await Promise.all([newAccount(), newAccount()]);
    const phoneNumber = numberForSale();
    const replies = await Promise.all(accounts.map((account) => buy(account, phoneNumber)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const counts = await Promise.all(accounts.map(held));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  test('one account that buys the same number twice at once buys it once', async () => {
    const account = await newAccount({ plan: 'free' });
    const phoneNumber = numberForSale();
    const replies = await Promise.all([1, 2, 3].map(() => buy(account, phoneNumber)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const status of statuses.filter((each) => each !== 200)) expect([403, 409]).toContain(status);
    expect(await held(account)).toBe(1);
    const orders = commandsOf({ command: 'order_number', to: phoneNumber });
    expect(new Set(orders.map(({ command_id }) => command_id)).size).toBe(1);
  });
});

describe('400', () => {
  test.each(['4155551234', '+0415555', 'tomorrow', ''])('%p is not a phone number', async (phoneNumber) => {
    const { status, body } = await buy(await newAccount(), phoneNumber);
    expect([status, body.issues.map(({ path }) => path)]).toEqual([400, ['phoneNumber']]);
  });
});
