import { beforeEach, expect, test } from '@jest/globals';
import type { BillingEvent } from '#shared/domain/billing/event.ts';
import { applyBillingEvent } from '#shared/engine/billing/apply-billing-event.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { listDeliveries } from '#shared/store/delivery/delivery-lists.ts';
import { partitions } from '#shared/store/keys.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { type Description, normalisedEvent } from '#test/harness/given/normalised-billing-events.ts';
import { DEAD_URL, setUrl } from '#test/harness/given/webhooks.ts';
import { testTable } from '#test/harness/stack/table.ts';

/** So late that the running stack's sweep leaves the deliveries alone. */
const NOW = new Date('2099-01-01T00:00:00.000Z');
const THREE_DAYS_SECONDS = 3 * 24 * 60 * 60;

let account: TestAccount;
let subscription: string;
let created: BillingEvent;
let invoice: BillingEvent;
let cancelled: BillingEvent;

const ofTeam = (told: Description, teamId: string | null): BillingEvent => {
  const event = normalisedEvent({ ...told, subscription });
  return { ...event, data: { ...event.data, metadata: { team_id: teamId } } };
};

const apply = (event: BillingEvent, table: TableWriter = testTable()) => {
  return applyBillingEvent({ table, webhookQueue: { send: async () => {} }, log: SILENT_LOG }, event, NOW);
};

/** The table, with something done to one of its methods. */
const tableWith = (changes: Partial<TableWriter>): TableWriter => {
  const table = testTable();
  return {
    get: (key) => table.get(key),
    getMany: (keys, reading) => table.getMany(keys, reading),
    query: (query) => table.query(query),
    queryStretch: (query) => table.queryStretch(query),
    write: (operation) => table.write(operation),
    updateReturningOld: (operation) => table.updateReturningOld(operation),
    transact: (operations) => table.transact(operations),
    backOff: (triesLost) => table.backOff(triesLost),
    ...changes,
  };
};

const sentOn = async (): Promise<string[]> => {
  const { items } = await listDeliveries(testTable(), account.accountId, {}, { limit: 100, offset: 0 }, new Date());
  return items.map(({ type }) => type).sort();
};

const readWaiting = () =>
  testTable().query<Record<string, unknown>>({
    partition: partitions.subscription('stripe', subscription),
    prefix: 'WAITING#',
  });

beforeEach(async () => {
  account = await newAccount({ plan: 'free' });
  await setUrl(account, 'billing', DEAD_URL);
  subscription = `sub_${account.accountId}`;
  created = ofTeam({ type: 'subscription.created', standing: 'active', day: 1 }, account.teamId);
  invoice = ofTeam({ type: 'invoice.paid', standing: null, day: 2, plan: null }, null);
  cancelled = ofTeam({ type: 'subscription.cancelled', standing: 'cancelled', day: 3 }, null);
});

test('an event of a subscription that nobody knows is kept for three days, once', async () => {
  expect([await apply(invoice), await apply(invoice)]).toEqual(['waiting', 'waiting']);
  const [waiting, ...others] = await readWaiting();
  expect(others).toEqual([]);
  expect(waiting?.[TTL_ATTRIBUTE]).toBe(NOW.getTime() / 1000 + THREE_DAYS_SECONDS);
});

test('it is applied and sent on when the subscription becomes known, and is a duplicate afterwards', async () => {
  await apply(invoice);
  await apply(cancelled);
  expect(await apply(created)).toBe('changed');
  expect(await sentOn()).toEqual(['invoice.paid', 'subscription.cancelled', 'subscription.created']);
  expect((await getAccount(testTable(), account.accountId)).subscriptions).toMatchObject([{ status: 'cancelled' }]);
  expect(await readWaiting()).toEqual([]);
  expect([await apply(invoice), await apply(cancelled)]).toEqual(['duplicate', 'duplicate']);
});

test('an event that changes no subscription tells whose it is as well', async () => {
  await apply(cancelled);
  expect(await apply({ ...invoice, data: { ...invoice.data, metadata: { team_id: account.teamId } } })).toBe(
    'unchanged',
  );
  expect(await sentOn()).toEqual(['invoice.paid', 'subscription.cancelled']);
});

test('a crash before the waiting ones are applied loses none: a repetition, or any later event, comes back to them', async () => {
  await apply(invoice);
  await apply(cancelled);
  const crash = async () => {
    throw new Error('crashed');
  };
  await expect(apply(created, tableWith({ query: crash }))).rejects.toThrow('crashed');
  expect(await sentOn()).toEqual(['subscription.created']);
  expect(await apply(created)).toBe('duplicate');
  expect(await sentOn()).toEqual(['invoice.paid', 'subscription.cancelled', 'subscription.created']);
});

test('an event that would begin to wait just when the subscription becomes known is applied instead', async () => {
  let isKnown = false;
  const raced = tableWith({
    transact: async (operations) => {
      if (!isKnown) await apply(created);
      isKnown = true;
      return testTable().transact(operations);
    },
  });
  expect(await apply(invoice, raced)).toBe('unchanged');
  expect(await sentOn()).toEqual(['invoice.paid', 'subscription.created']);
  expect(await readWaiting()).toEqual([]);
});

test('of two first events at once each is applied, and those that waited once', async () => {
  await apply(invoice);
  const updated = ofTeam({ type: 'subscription.updated', standing: 'active', day: 2 }, account.teamId);
  await Promise.all([created, updated, created, updated].map((event) => apply(event)));
  expect(await sentOn()).toEqual(['invoice.paid', 'subscription.created', 'subscription.updated']);
});
