import { describe, expect, test } from '@jest/globals';
import type { BillingEvent, BillingEventType } from '#shared/domain/billing-event.ts';
import { type AccountRecord, addAccount, type TeamRecord } from '#shared/store/accounts.ts';
import { keys } from '#shared/store/keys.ts';
import { applyBillingEvent } from '#shared/store/subscriptions.ts';
import { MemoryTable } from '#test/simulation/memory-table.ts';

const NOW = new Date('2026-03-01T00:00:00Z');
const created_at = NOW.toISOString();
const account: AccountRecord = {
  account_id: 'acct_1',
  slug: 'one',
  name: 'Olive Owner',
  email: 'olive@acme.example',
  plan: 'free',
  numbers_held: 0,
  team_ids: ['team_1'],
  calls_stopped_at: null,
  created_at,
};
const team: TeamRecord = { account_id: 'acct_1', team_id: 'team_1', name: 'one', created_at };

const tableWithAccount = async () => {
  const table = new MemoryTable();
  await table.transact(addAccount(account, team, { put: { ...keys.token('hash') } }));
  return table;
};

const event = (id: string, type: BillingEventType, fields: Partial<BillingEvent['data']> = {}): BillingEvent => ({
  id,
  type,
  data: {
    subscription_id: 'sub_1',
    customer_id: 'cus_1',
    plan_name: 'Growth (yearly)',
    status: 'active',
    current_period_start: null,
    current_period_end: '2026-04-01T00:00:00.000Z',
    metadata: { team_id: 'team_1' },
    ...fields,
  },
});

describe('a billing event', () => {
  const planAfterAll = async (...events: BillingEvent[]) => {
    const table = await tableWithAccount();
    for (const each of events) await applyBillingEvent(table, each, NOW);
    return (await table.get<AccountRecord>(keys.account('acct_1')))?.plan;
  };

  test('gives the account of its team the plan that it names', async () => {
    expect(await planAfterAll(event('evt_1', 'subscription.created'))).toBe('growth');
  });

  test('that comes twice is applied once, and one of an earlier period not at all', async () => {
    const first = event('evt_1', 'subscription.created');
    const late = event('evt_0', 'subscription.updated', {
      plan_name: 'starter',
      current_period_end: '2026-03-01T00:00:00.000Z',
    });
    const downgrade = event('evt_2', 'subscription.updated', { plan_name: 'starter' });
    expect(await planAfterAll(first, late)).toBe('growth');
    expect(await planAfterAll(first, downgrade, first)).toBe('starter');
  });

  test('that only announces the end leaves the plan; the end itself takes it', async () => {
    const begin = event('evt_1', 'subscription.created');
    const announced = event('evt_2', 'subscription.cancelled', { status: 'cancelled' });
    const over = event('evt_3', 'subscription.expired', { status: 'cancelled' });
    expect(await planAfterAll(begin, announced)).toBe('growth');
    expect(await planAfterAll(begin, announced, over)).toBe('free');
  });

  test('of an unknown team or plan changes nothing', async () => {
    expect(await planAfterAll(event('evt_1', 'subscription.created', { metadata: { team_id: 'team_9' } }))).toBe(
      'free',
    );
    expect(await planAfterAll(event('evt_1', 'subscription.created', { plan_name: 'Platinum' }))).toBe('free');
  });
});
