import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { dayOfPeriod, deliverBilling, stripeEvents } from '#test/harness/given/billing-events.ts';
import { numberForSale } from '#test/harness/given/phones.ts';
import { refusalOf } from '#test/harness/refusals.ts';

const PERIOD_END = dayOfPeriod(30).toISOString();

const read = ({ api }: TestAccount) => api.getAccount();

const subscribed = async () => {
  const account = await newAccount({ plan: 'free' });
  const events = stripeEvents({ id: `sub_${account.accountId}`, teamId: account.teamId });
  await deliverBilling(events.created);
  return { account, events };
};

describe('200', () => {
  test('a free account sees its trial allowance', async () => {
    const account = await newAccount({ plan: 'free' });
    expect(await read(account)).toEqual({
      success: true,
      account: {
        id: account.accountId,
        slug: account.slug,
        name: 'Olive Owner',
        email: 'olive@acme.example',
        created_at: expect.any(String),
        calls_stopped_at: null,
        transcript_retention_days: null,
        recording_retention_days: null,
      },
      plan: { name: 'free', max_phone_numbers: 1, trial_days: 5 },
      subscription: null,
      teams: [{ id: account.teamId, name: account.slug, created_at: expect.any(String) }],
      phone_numbers: { current_count: 0, max_allowed: 1, can_purchase: true, reason: null },
    });
  });

  test('the numbers held count, and at the limit it says why no more can be bought', async () => {
    const account = await newAccount({ plan: 'free' });
    await account.given.number();
    expect((await read(account)).phone_numbers).toEqual({
      current_count: 1,
      max_allowed: 1,
      can_purchase: false,
      reason: 'The plan "free" allows 1 phone number(s); the limit is reached.',
    });
  });

  test('a subscription shows with its plan and period', async () => {
    const { account } = await subscribed();
    const { plan, subscription } = await read(account);
    expect(plan).toEqual({ name: 'growth', max_phone_numbers: 25, trial_days: null });
    expect(subscription).toEqual({
      provider: 'stripe',
      subscription_id: `sub_${account.accountId}`,
      customer_id: `cus_sub_${account.accountId}`,
      plan_name: 'growth',
      status: 'active',
      current_period_start: dayOfPeriod(0).toISOString(),
      current_period_end: PERIOD_END,
    });
  });

  test('an account whose calls are stopped sees since when', async () => {
    const account = await newAccount();
    const { calls_stopped_at } = await account.api.stopCalls();
    expect((await read(account)).account.calls_stopped_at).toBe(calls_stopped_at);
  });
});

describe('a subscription that ends', () => {
  let account: TestAccount;
  let events: ReturnType<typeof stripeEvents>;
  beforeAll(async () => {
    ({ account, events } = await subscribed());
    await account.given.number();
  });

  const buy = () => account.api.purchasePhoneNumber({ teamId: account.teamId, phoneNumber: numberForSale() });
  const numbers = async () => (await account.api.listPhoneNumbers({ teamId: account.teamId })).count;

  test('cancelled: it keeps plan and numbers, and a purchase is refused with the reason that the account sees', async () => {
    await deliverBilling(events.cancelled);
    const { plan, subscription, phone_numbers } = await read(account);
    expect([plan.name, subscription?.status, await numbers()]).toEqual(['growth', 'cancelled', 1]);
    const reason = `The subscription was cancelled and runs until ${PERIOD_END}; it buys no further phone numbers.`;
    expect(phone_numbers).toEqual({ current_count: 1, max_allowed: 0, can_purchase: false, reason });
    expect(await refusalOf(buy())).toMatchObject({
      status: 403,
      success: false,
      error: reason,
      eligibility: { currentCount: 1, maxAllowed: 0, hasSubscription: true, planName: 'growth' },
    });
  });

  test('expired: it is on the free plan without a new trial; its numbers are still there', async () => {
    await deliverBilling(events.expired);
    const { plan, subscription, phone_numbers } = await read(account);
    expect([plan.name, subscription?.status, await numbers()]).toEqual(['free', 'expired', 1]);
    const reason = `The subscription ended on ${PERIOD_END}; subscribe again to buy phone numbers.`;
    expect(phone_numbers).toEqual({ current_count: 1, max_allowed: 0, can_purchase: false, reason });
    expect(await refusalOf(buy())).toMatchObject({
      status: 403,
      error: reason,
      eligibility: { currentCount: 1, maxAllowed: 0, hasSubscription: false, planName: 'free' },
    });
    expect(await numbers()).toBe(1);
  });

  test('subscribed anew, it buys again', async () => {
    const again = stripeEvents({ id: `sub_2_${account.accountId}`, teamId: account.teamId, planName: 'Starter' });
    await deliverBilling(again.created);
    expect((await buy()).eligibility).toEqual({
      currentCount: 2,
      maxAllowed: 5,
      hasSubscription: true,
      planName: 'starter',
    });
  });
});
