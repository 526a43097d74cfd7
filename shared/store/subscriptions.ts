import type { PlanName } from '#shared/domain/billing/allowance.ts';
import type { BillingEvent } from '#shared/domain/billing/event.ts';
import type { Subscription } from '#shared/domain/billing/subscription.ts';
import { type AccountRecord, getAccount, type TeamRecord } from './accounts.ts';
import { keys, partitions, WAITING_PREFIX } from './keys.ts';
import { absent, equals, type TableReader, type WriteOperation } from './table/table.ts';
import { TTL_ATTRIBUTE } from './table/table-schema.ts';

/** Longer than any provider repeats an event. */
const EVENT_KEPT_SECONDS = 60 * 24 * 60 * 60;

/** How long an event waits for one that tells whose the subscription is: as long as a provider repeats that one. */
const WAITING_KEPT_SECONDS = 3 * 24 * 60 * 60;

const expiry = (now: Date, keptSeconds: number) => ({
  [TTL_ATTRIBUTE]: Math.floor(now.getTime() / 1000) + keptSeconds,
});

/** Whose subscription it is: that of the first event that named a team, for good. */
interface SubscriptionOwner {
  account_id: string;
  team_id: string;
}

interface WaitingEvent {
  event: BillingEvent;
}

/** Whom an event concerns. */
interface BilledAccount {
  account: AccountRecord;
  /** The team that the event names, unless it is another account's; else the one that the subscription's first event named. */
  teamId: string;
  /** No event before this one told whose the subscription is. */
  isFirst: boolean;
}

/** Whom an event concerns; `duplicate` when it was received before, `nobody` when no account can be told from it. */
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
  const concerned: SubscriptionOwner | undefined = owner ?? team;
  if (!concerned) return 'nobody';
  const account = await getAccount(table, concerned.account_id);
  const isOwnTeam = team?.account_id === concerned.account_id;
  return { account, teamId: isOwnTeam ? team.team_id : concerned.team_id, isFirst: owner === undefined };
};

/**
 * Marks an event as received, which waits no longer, and settles whose the subscription is. A second receipt fails, and so
 * does one of two first events.
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

/** Keeps an event until it is known whose the subscription is; fails when it is by now. A repetition replaces it. */
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

/** Events that wait under the subscription of an event, in the order in which they happened. */
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

/** Writes what an event changed, if the account's billing is still what was read. The loser reads again. */
export const changeBilling = (
  { account_id, billing_version }: AccountRecord,
  after: { plan: PlanName; subscriptions: Subscription[] },
): WriteOperation => ({
  update: keys.account(account_id),
  set: { ...after, billing_version: (billing_version ?? 0) + 1 },
  when: [billing_version === undefined ? absent('billing_version') : equals('billing_version', billing_version)],
});
