import { describe, expect, test } from '@jest/globals';
import { OPERATOR } from '#shared/domain/account/actor.ts';
import { BILLING_PROVIDERS } from '#shared/domain/billing/event.ts';
import { setWebhook } from '#shared/engine/webhook/set-webhook.ts';
import { listDeliveries } from '#shared/store/delivery/delivery-lists.ts';
import { payloadText } from '#shared/store/delivery/delivery-payloads.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  dayOfPeriod,
  deliverBilling,
  lemonSqueezyEvents,
  postBilling,
  type SampleEvent,
  signatureOf,
  stripeEvents,
} from '#test/harness/given/billing-events.ts';
import { testTable } from '#test/harness/stack/table.ts';

const PERIOD_START = dayOfPeriod(0).toISOString();
/** Nobody listens there: the outbox rows stay to be looked at. */
const SILENT_RECEIVER = 'http://127.0.0.1:9/hook';

const free = () => newAccount({ plan: 'free' });

const standing = async ({ api }: TestAccount) => {
  const { plan, subscription } = await api.getAccount();
  return [plan.name, subscription?.status];
};

const listen = ({ accountId }: TestAccount) =>
  setWebhook(
    testTable(),
    { accountId, actor: OPERATOR },
    { kind: 'billing', url: SILENT_RECEIVER, enabled: true, extraEvents: [] },
    new Date(),
  );

const sentOn = async ({ accountId }: TestAccount) => {
  const { items } = await listDeliveries(testTable(), accountId, {}, { limit: 100, offset: 0 }, new Date());
  return items.map(({ event_id, type, payload }) => ({ event_id, type, ...JSON.parse(payloadText({ payload })) }));
};

const providers = [
  ['Stripe', stripeEvents],
  ['Lemon Squeezy', lemonSqueezyEvents],
] as const;

describe.each(providers)('%s', (_, eventsOf) => {
  const sample = (account: TestAccount, changes: { teamId?: string | undefined; planName?: string } = {}) =>
    eventsOf({ id: `sub_${account.accountId}`, teamId: account.teamId, ...changes });

  test('every kind of event is accepted and sent on as the contract has it', async () => {
    const account = await free();
    await listen(account);
    const events = Object.values(sample(account));
    await deliverBilling(...events);
    const sent = await sentOn(account);
    expect(sent).toHaveLength(events.length);
    for (const { event_id, type, data } of sent) {
      expect(event_id).toMatch(/^evt_[0-9a-f]{32}$/);
      expect(type).toMatch(/^(subscription\.(created|updated|cancelled|expired)|invoice\.(paid|payment_failed))$/);
      expect(data).toEqual({
        subscription_id: `sub_${account.accountId}`,
        customer_id: expect.any(String),
        plan_name: 'growth',
        status: expect.stringMatching(/^(active|cancelled|past_due)$/),
        current_period_start: PERIOD_START,
        current_period_end: expect.any(String),
        metadata: { team_id: account.teamId },
      });
    }
    expect(new Set(sent.map(({ event_id }) => event_id)).size).toBe(events.length);
  });

  test('a life cycle sets plan and subscription step by step', async () => {
    const account = await free();
    const { created, pastDue, updated, cancelled, expired } = sample(account);
    const steps = [];
    for (const event of [created, updated, pastDue, cancelled, expired]) {
      await deliverBilling(event);
      steps.push(await standing(account));
    }
    expect(steps).toEqual([
      ['growth', 'active'],
      ['growth', 'active'],
      ['growth', 'past_due'],
      ['growth', 'cancelled'],
      ['free', 'expired'],
    ]);
  });

  test('delivered backwards, in parallel and twice, it ends the same and each event is sent on once', async () => {
    const account = await free();
    await listen(account);
    const events = Object.values(sample(account)).reverse();
    for (const some of [events.slice(0, 5), events.slice(5)]) {
      await Promise.all([...some, ...some].map((event) => deliverBilling(event)));
    }
    expect(await standing(account)).toEqual(['free', 'expired']);
    expect(await sentOn(account)).toHaveLength(events.length);
  });

  test('an event that names no team finds its account by the subscription', async () => {
    const account = await free();
    await deliverBilling(sample(account).created);
    await listen(account);
    const { cancelled, paid } = sample(account, { teamId: undefined });
    await deliverBilling(cancelled, paid);
    expect(await standing(account)).toEqual(['growth', 'cancelled']);
    expect((await sentOn(account)).map(({ type, data }) => [type, data.metadata.team_id]).sort()).toEqual([
      ['invoice.paid', account.teamId],
      ['subscription.cancelled', account.teamId],
    ]);
  });

  test('an event of an unknown team is accepted and changes nothing until a known one is named', async () => {
    const account = await free();
    const { cancelled } = sample(account, { teamId: 'team_of_nobody' });
    await deliverBilling(cancelled);
    expect(await standing(account)).toEqual(['free', undefined]);
    await deliverBilling(sample(account).paid);
    expect(await standing(account)).toEqual(['growth', 'cancelled']);
  });

  test('what comes before the event that tells whose the subscription is waits for it, and is sent on once', async () => {
    const account = await free();
    await listen(account);
    const { paid, cancelled } = sample(account, { teamId: undefined });
    await deliverBilling(paid, paid, cancelled);
    expect(await standing(account)).toEqual(['free', undefined]);
    await deliverBilling(sample(account).created);
    expect(await standing(account)).toEqual(['growth', 'cancelled']);
    const types = ['invoice.paid', 'subscription.cancelled', 'subscription.created'];
    expect((await sentOn(account)).map(({ type }) => type).sort()).toEqual(types);
    await deliverBilling(paid, cancelled);
    expect(await sentOn(account)).toHaveLength(types.length);
  });

  test('an invoice has a status and a plan, even when nothing is known of its subscription', async () => {
    const account = await newAccount({ plan: 'starter' });
    await listen(account);
    const { paid, paymentFailed } = sample(account);
    await deliverBilling(paid, paymentFailed);
    expect((await sentOn(account)).map(({ type, data }) => [type, data.status, data.plan_name]).sort()).toEqual([
      ['invoice.paid', 'active', 'starter'],
      ['invoice.payment_failed', 'past_due', 'starter'],
    ]);
  });

  test('a cancellation that is taken back within its second is taken back, in any order', async () => {
    const [account, other] = await Promise.all([free(), free()]);
    const { created, cancelled, uncancelled } = sample(account);
    await deliverBilling(created, cancelled, uncancelled);
    expect(await standing(account)).toEqual(['growth', 'active']);
    const late = sample(other);
    await deliverBilling(late.uncancelled, late.cancelled, late.created);
    expect(await standing(other)).toEqual(['growth', 'active']);
  });

  test('a price that stands for no plan leaves the plan as it is', async () => {
    const account = await newAccount({ plan: 'starter' });
    await deliverBilling(sample(account, { planName: 'Platinum' }).created);
    expect(await standing(account)).toEqual(['starter', 'active']);
    expect((await account.api.getAccount()).subscription?.plan_name).toContain(
      eventsOf === stripeEvents ? 'Platinum' : 'Voice calling',
    );
  });

  test('two accounts do not mix, and a subscription stays with the account that had it first', async () => {
    const [account, other] = await Promise.all([free(), free()]);
    const taken = sample(account, { teamId: other.teamId });
    await deliverBilling(sample(account).created, taken.cancelled);
    expect(await standing(account)).toEqual(['growth', 'cancelled']);
    expect(await standing(other)).toEqual(['free', undefined]);
    await listen(account);
    await deliverBilling(taken.updated);
    expect((await sentOn(account)).map(({ data }) => data.metadata.team_id)).toEqual([account.teamId]);
  });
});

test('a price that stands for no plan does not bring back the plan of a subscription that has ended', async () => {
  const account = await free();
  const { created, deleted } = stripeEvents({ id: `sub_${account.accountId}`, teamId: account.teamId });
  await deliverBilling(created, deleted);
  expect(await standing(account)).toEqual(['free', 'cancelled']);
  const next = { id: `sub_2_${account.accountId}`, teamId: account.teamId, planName: 'Weird' };
  await deliverBilling(stripeEvents(next).created);
  expect(await standing(account)).toEqual(['free', 'active']);
});

describe('200 and nothing', () => {
  const signedAs = (provider: SampleEvent['provider'], body: string) =>
    postBilling(body, signatureOf({ provider, body }));

  test.each([
    ['{}'],
    ['{"id":"evt_1","type":"customer.created","data":{"object":{}}}'],
    ['{"meta":{"event_name":"order_created"},"data":{"id":"1","attributes":{}}}'],
    ['{"id":"evt_1","type":"invoice.paid","data":{"object":{"customer":"cus_1"}}}'],
  ])('a verified body that is none of the events is accepted: %s', async (body) => {
    for (const provider of BILLING_PROVIDERS) {
      const { status, body: answer } = await signedAs(provider, body);
      expect([status, answer]).toEqual([200, { success: true }]);
    }
  });
});
