import type { PlanName } from '#shared/domain/allowance.ts';
import type { BillingEvent } from '#shared/domain/billing-event.ts';
import type { Subscription } from '#shared/domain/subscription.ts';
import { type AccountRecord, getAccount, type TeamRecord } from './accounts.ts';
import { keys } from './keys.ts';
import { absent, equals, type TableReader, type WriteOperation } from './table.ts';
import { TTL_ATTRIBUTE } from './table-schema.ts';

/** Longer than any provider repeats an event. */
const EVENT_KEPT_SECONDS = 60 * 24 * 60 * 60;

/** Whose subscription it is: that of the first event that named a team, for good. */
interface SubscriptionOwner {
  account_id: string;
  team_id: string;
}

/** Whom an event concerns. */
export interface BilledAccount {
  account: AccountRecord;
  /** The team that the event names, unless it is another account's; else the one that the subscription's first event named. */
  teamId: string;
  /** The subscription has had no event before this one. */
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

/** Marks an event as received; a second receipt fails. */
export const receiveEvent = (eventId: string, now: Date): WriteOperation => ({
  put: { ...keys.billingEvent(eventId), [TTL_ATTRIBUTE]: Math.floor(now.getTime() / 1000) + EVENT_KEPT_SECONDS },
  when: [absent('pk')],
});

/** Writes what an event changed, if the account's billing is still what was read. The loser reads again. */
export const changeBilling = (
  { account, teamId, isFirst }: BilledAccount,
  { provider, data }: BillingEvent,
  after: { plan: PlanName; subscriptions: Subscription[] },
): WriteOperation[] => {
  const owner: SubscriptionOwner = { account_id: account.account_id, team_id: teamId };
  const version = account.billing_version;
  const change: WriteOperation = {
    update: keys.account(account.account_id),
    set: { ...after, billing_version: (version ?? 0) + 1 },
    when: [version === undefined ? absent('billing_version') : equals('billing_version', version)],
  };
  if (!isFirst) return [change];
  return [change, { put: { ...keys.subscription(provider, data.subscription_id), ...owner }, when: [absent('pk')] }];
};
