import type { PlanName } from '#shared/domain/billing/allowance.ts';
import type { BillingEvent } from '#shared/domain/billing/event.ts';
import type { Subscription } from '#shared/domain/billing/subscription.ts';
import { type AccountRecord, getAccount, type TeamRecord } from './accounts.ts';
import { keys, partitions, WAITING_PREFIX } from './keys.ts';
import { absent, equals, type TableReader, type WriteOperation } from './table/table.ts';
import { TTL_ATTRIBUTE } from './table/table-schema.ts';

/** Longer than any provider retries an event. */
const EVENT_KEPT_SECONDS = 60 * 24 * 60 * 60;

/** How long an event waits for the owner of its subscription; as long as a provider retries the event that names it. */
const WAITING_KEPT_SECONDS = 3 * 24 * 60 * 60;

const expiry = (now: Date, keptSeconds: number) => ({
  [TTL_ATTRIBUTE]: Math.floor(now.getTime() / 1000) + keptSeconds,
});

/** The account and team of a subscription; set once, by its first event that names a team. */
interface SubscriptionOwner {
  account_id: string;
  team_id: string;
}

interface WaitingEvent {
  event: BillingEvent;
}

/** The account that an event concerns. */
interface BilledAccount {
  account: AccountRecord;
  /** The team that the event names if it belongs to the account, else the team of the subscription's owner. */
  teamId: string;
  /** True if this event is the first to name the subscription's owner. */
  isFirst: boolean;
}

/** The account that an event concerns; `duplicate` if it was received before, `nobody` if it leads to no account. */
export const findBilledAccount = async (
  table: TableReader,
  eventId: string,
  { provider, data }: BillingEvent,
): Promise<BilledAccount | 'duplicate' | 'nobody'> => {
  const { team_id } = data.metadata;
  const [received, owner, team] = await table.getMany<SubscriptionOwner & TeamRecord>([
    keys.billingEvent(eventId),
    keys.subscription(provider, data.subscription_id),
    ...(team_id === null ? [] : [keys.team(team_id)]),
  ]);
  if (received) return 'duplicate';
  const billed: SubscriptionOwner | undefined = owner ?? team;
  if (!billed) return 'nobody';
  const account = await getAccount(table, billed.account_id);
  const isOwnTeam = team?.account_id === billed.account_id;
  return { account, teamId: isOwnTeam ? team.team_id : billed.team_id, isFirst: owner === undefined };
};

/**
 * Marks an event as received, removes its waiting copy and stores the subscription's owner. Fails for a second receipt,
 * and for one of two concurrent first events.
 */
export const receiveEvent = (
  eventId: string,
  { provider, data }: BillingEvent,
  { account, teamId, isFirst }: BilledAccount,
  now: Date,
): WriteOperation[] => {
  const owner: SubscriptionOwner = { account_id: account.account_id, team_id: teamId };
  return [
    { put: { ...keys.billingEvent(eventId), ...expiry(now, EVENT_KEPT_SECONDS) }, when: [absent('pk')] },
    { delete: keys.waitingBillingEvent(provider, data.subscription_id, eventId) },
    ...(isFirst
      ? [{ put: { ...keys.subscription(provider, data.subscription_id), ...owner }, when: [absent('pk')] }]
      : []),
  ];
};

/** Keeps an event until its subscription's owner is known; fails if it already is. A repetition replaces the event. */
export const letEventWait = (eventId: string, event: BillingEvent, now: Date): WriteOperation[] => {
  const { provider, data, occurred_at } = event;
  const waiting: WaitingEvent = { event: { ...event, occurred_at: occurred_at ?? now.toISOString() } };
  return [
    { check: keys.subscription(provider, data.subscription_id), when: [absent('pk')] },
    {
      put: {
        ...keys.waitingBillingEvent(provider, data.subscription_id, eventId),
        ...waiting,
        ...expiry(now, WAITING_KEPT_SECONDS),
      },
    },
  ];
};

/** Events that wait for the owner of the same subscription, in the order in which they happened. */
export const readWaitingEvents = async (
  table: TableReader,
  { provider, data }: BillingEvent,
): Promise<BillingEvent[]> => {
  const partition = partitions.subscription(provider, data.subscription_id);
  const waiting = await table.query<WaitingEvent>({ partition, prefix: WAITING_PREFIX });
  return waiting
    .map(({ event }) => event)
    .sort((one, other) => String(one.occurred_at).localeCompare(String(other.occurred_at)));
};

/** Changes an account's plan and subscriptions if they are still what was read. The loser reads again. */
export const changeBilling = (
  { account_id, billing_version }: AccountRecord,
  after: { plan: PlanName; subscriptions?: Subscription[] },
): WriteOperation => ({
  update: keys.account(account_id),
  set: { ...after, billing_version: (billing_version ?? 0) + 1 },
  when: [billing_version === undefined ? absent('billing_version') : equals('billing_version', billing_version)],
});
