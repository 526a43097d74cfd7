import { placeOf } from '#shared/domain/spread.ts';
import type { Key } from './table/table.ts';

/** Partitions over which the enrolments of one campaign are spread. */
const ENROLMENT_SHARDS = 8;

const enrolmentPartition = (campaignId: string, shard: number): string => `CAMPAIGN#${campaignId}#CONTACTS#${shard}`;

/**
 * Every key of the table. Access patterns and their costs are in `shared/store/README.md`.
 *
 * An item that clients name by id has a partition of its own, so one read by id shows whose it is.
 */
const single = (kind: string, id: string): Key => ({ pk: `${kind}#${id}`, sk: kind });

/** Whose calls and dials are counted: an account's own, or those of all accounts on the carrier's connection. */
export type Pool = string & { readonly of?: 'permits' };

export const pools = {
  account: (id: string): Pool => `ACCOUNT#${id}`,
  connection: 'CONNECTION' as Pool,
};

/** Every endpoint may write the partitions that begin so, and no read-only one any other. */
export const LAST_USE_PREFIX = 'LAST_USE#';
export const CALL_PERMIT_PREFIX = 'CHANNEL#';
export const WAITING_PREFIX = 'WAITING#';
export const CALLS_PREFIX = 'CALLS#';
export const SPEND_PREFIX = 'SPEND#';
export const HELD_PREFIX = 'HELD#';
/** A conversation's item, and all that is read with it. */
export const CONVERSATION_PREFIX = 'CONVERSATION';

const SPEND_SHARDS = 8;
const CALL_PARTITION = 'CALL#';
const CAMPAIGN_PARTITION = 'CAMPAIGN#';

/** A small pool has one partition, so that it costs one read; a pool of 2,000 permits has sixteen. */
const PERMITS_PER_SHARD = 128;
const PERMIT_SHARDS = 16;
const permitShard = (n: number): number => Math.floor(n / PERMITS_PER_SHARD) % PERMIT_SHARDS;
const permitPartition = (pool: Pool, shard: number): string => `${pool}#CHANNELS#${shard}`;

export const keys = {
  /** Which release's table this is. */
  schema: (): Key => ({ pk: 'SCHEMA', sk: 'SCHEMA' }),
  account: (id: string): Key => single('ACCOUNT', id),
  slug: (slug: string): Key => single('SLUG', slug),
  token: (hash: string): Key => single('TOKEN', hash),
  apiKey: (id: string): Key => single('KEY', id),
  keyRing: (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: 'KEY_RING' }),
  session: (hash: string): Key => single('SESSION', hash),
  signInCode: (hash: string): Key => single('SIGN_IN_CODE', hash),
  /** Failed sign-ins from an address. */
  signInFailures: (address: string): Key => single('SIGN_IN_FAILURES', address),
  /** When a token or session was used last, by its hash. */
  lastUse: (hash: string): Key => ({ pk: `${LAST_USE_PREFIX}${hash}`, sk: 'LAST_USE' }),
  team: (id: string): Key => single('TEAM', id),
  /** How far a team's calls have been looked through for what has outlived its retention. */
  retention: (teamId: string): Key => ({ pk: `TEAM#${teamId}`, sk: 'RETENTION' }),
  assistant: (id: string): Key => single('ASSISTANT', id),
  company: (id: string): Key => single('COMPANY', id),
  contact: (id: string): Key => single('CONTACT', id),
  phoneNumber: (id: string): Key => single('NUMBER', id),
  /** The owner of a number across all accounts, so that two cannot hold the same one. */
  ownedNumber: (phoneNumber: string): Key => single('OWNED', phoneNumber),
  callbackOfCampaign: (campaignId: string, callId: string): Key => ({
    pk: partitions.callbacksOfCampaign(campaignId),
    sk: `CALL#${callId}`,
  }),
  campaign: (id: string): Key => ({ pk: `CAMPAIGN#${id}`, sk: 'DEFINITION' }),
  campaignControl: (id: string): Key => ({ pk: `CAMPAIGN#${id}`, sk: 'CONTROL' }),
  campaignUsage: (id: string): Key => ({ pk: `CAMPAIGN#${id}`, sk: 'USAGE' }),
  campaignCounts: (id: string): Key => ({ pk: `CAMPAIGN#${id}`, sk: 'COUNTS' }),
  unsettledCalls: (campaignId: string): Key => ({ pk: `CAMPAIGN#${campaignId}#UNSETTLED`, sk: 'UNSETTLED' }),
  enrolment: (campaignId: string, contactId: string): Key => ({
    pk: enrolmentPartition(campaignId, placeOf(contactId, ENROLMENT_SHARDS)),
    sk: `CONTACT#${contactId}`,
  }),
  call: (id: string): Key => single('CALL', id),
  conversation: (callId: string): Key => ({ pk: partitions.call(callId), sk: CONVERSATION_PREFIX }),
  /** Words of a conversation that changes no more, by the version that has moved them here. */
  conversationWords: (callId: string, version: number): Key => ({
    pk: partitions.call(callId),
    sk: `${CONVERSATION_PREFIX}#WORDS#${version}`,
  }),
  /** What a conversation was begun with; read with it. */
  scene: (callId: string): Key => ({ pk: partitions.call(callId), sk: `${CONVERSATION_PREFIX}#SCENE` }),
  /** What the carrier told of a conversation that it led; read with it. */
  toldWords: (callId: string): Key => ({ pk: partitions.call(callId), sk: `${CONVERSATION_PREFIX}#TOLD` }),
  /** What was extracted from a conversation, by a name that follows from it; read with it. */
  findings: (callId: string, name: string): Key => ({
    pk: partitions.call(callId),
    sk: `${CONVERSATION_PREFIX}#FINDINGS#${name}`,
  }),
  /** What the language model is told; read only where it is asked. */
  instructions: (callId: string): Key => ({ pk: partitions.call(callId), sk: 'INSTRUCTIONS' }),
  /** The lease of whoever concludes a call. */
  conclusion: (callId: string): Key => ({ pk: partitions.call(callId), sk: 'CONCLUSION' }),

  callPermit: (pool: Pool, n: number): Key => ({
    pk: permitPartition(pool, permitShard(n)),
    sk: `${CALL_PERMIT_PREFIX}${n}`,
  }),
  dialsInSecond: (epochSecond: number): Key => ({ pk: `${pools.connection}#DIALS`, sk: `SECOND#${epochSecond}` }),
  /** Somebody who waits for a pool's calls or dials: a campaign for its account's, an account for the connection's. */
  waiting: (pool: Pool, holder: string): Key => ({ pk: partitions.waiting(pool), sk: `${WAITING_PREFIX}${holder}` }),
  /** What the requests of an account have used of its rate; the permission to write it is for this prefix alone. */
  requestRate: (accountId: string): Key => ({ pk: `REQUESTS#${accountId}`, sk: 'RATE' }),
  /** Dials of an account in a UTC day, one counter of several. */
  dayCalls: (accountId: string, day: string, counter: number): Key => ({
    pk: partitions.day(accountId, day),
    sk: `${CALLS_PREFIX}${counter}`,
  }),
  /** What the carrier charged an account in a UTC day. */
  daySpend: (accountId: string, day: string, callId: string): Key => ({
    pk: partitions.day(accountId, day),
    sk: `${SPEND_PREFIX}${placeOf(callId, SPEND_SHARDS)}`,
  }),
  /** A campaign that waits for its account's next UTC day. */
  dayHeld: (accountId: string, day: string, campaignId: string): Key => ({
    pk: partitions.day(accountId, day),
    sk: `${HELD_PREFIX}${campaignId}`,
  }),
  /** A single call of an account that waits for something that people remove. */
  waitingCall: (accountId: string, callId: string): Key => ({
    pk: partitions.waitingCalls(accountId),
    sk: `CALL#${callId}`,
  }),
  /** Where and how much an account may dial. */
  dialing: (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: 'DIALING' }),
  carrierBackoff: { pk: 'CONNECTION', sk: 'BACKOFF' } satisfies Key as Key,

  idempotency: (accountId: string, digest: string): Key => ({ pk: `IDEMPOTENCY#${accountId}#${digest}`, sk: 'RECORD' }),
  /** A further part of a reply that is too large for one item. */
  idempotencyPart: (record: Key, part: number): Key => ({ pk: record.pk, sk: `PART#${part}` }),
  webhook: (accountId: string, kind: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: `WEBHOOK#${kind}` }),
  delivery: (id: string): Key => single('DELIVERY', id),
  activity: (id: string): Key => single('ACTIVITY', id),
  operation: (id: string): Key => single('OPERATION', id),
  erasure: (id: string): Key => single('ERASURE', id),
  billingEvent: (id: string): Key => single('BILLING_EVENT', id),
  /** The owner of a subscription, for billing events that name no team. */
  subscription: (provider: string, id: string): Key => single('SUBSCRIPTION', `${provider}#${id}`),
  /** An event that waits until its subscription's owner is known. */
  waitingBillingEvent: (provider: string, subscriptionId: string, eventId: string): Key => ({
    pk: partitions.subscription(provider, subscriptionId),
    sk: `${WAITING_PREFIX}${eventId}`,
  }),
  counter: (owner: string, shard: number): Key => ({ pk: owner, sk: `COUNT#${shard}` }),
};

/** The contact whose enrolment has this key. */
export const contactIdOfEnrolment = ({ sk }: Key): string => sk.slice(CONTACT_PREFIX.length);

/** The call whose item has this partition key. */
export const idOfCallKey = (pk: string): string => pk.slice(CALL_PARTITION.length);

/** The campaign whose item has this partition key. */
export const idOfCampaignKey = (pk: string): string => pk.slice(CAMPAIGN_PARTITION.length);

/** Queried partitions. */
export const partitions = {
  call: (id: string): string => `CALL#${id}`,
  campaign: (id: string): string => `CAMPAIGN#${id}`,
  enrolments: (campaignId: string): string[] =>
    Array.from({ length: ENROLMENT_SHARDS }, (_, shard) => enrolmentPartition(campaignId, shard)),
  callbacksOfCampaign: (campaignId: string): string => `CAMPAIGN#${campaignId}#CALLBACKS`,
  /** Those that hold the permits below the limit; all without one. */
  callPermits: (pool: Pool, limit = Number.POSITIVE_INFINITY): string[] =>
    Array.from({ length: Math.min(PERMIT_SHARDS, Math.ceil(limit / PERMITS_PER_SHARD)) }, (_, shard) =>
      permitPartition(pool, shard),
    ),
  waiting: (pool: Pool): string => `${pool}#WAITING`,
  waitingCalls: (accountId: string): string => `ACCOUNT#${accountId}#WAITING_CALLS`,
  /** What an account has used up of a UTC day. */
  day: (accountId: string, day: string): string => `ACCOUNT#${accountId}#DAY#${day}`,
  subscription: (provider: string, id: string): string => `SUBSCRIPTION#${provider}#${id}`,
  /** Calls of a team that are looked at later, to end what is kept of them. */
  laterLooks: (teamId: string): string => `TEAM#${teamId}#RETENTION`,
};

/** Owners of sharded counters. */
export const counterOwners = {
  companies: (teamId: string): string => `TEAM#${teamId}#COMPANIES`,
  contacts: (teamId: string): string => `TEAM#${teamId}#CONTACTS`,
  campaigns: (teamId: string): string => `TEAM#${teamId}#CAMPAIGNS`,
  suppressions: (teamId: string): string => `TEAM#${teamId}#SUPPRESSIONS`,
  companyContacts: (companyId: string): string => `COMPANY#${companyId}#CONTACTS`,
};

export const CONTACT_PREFIX = 'CONTACT#';

/** Partitions of the `list` index. */
export const lists = {
  assistants: (accountId: string): string => `ACCOUNT#${accountId}#ASSISTANTS`,
  apiKeys: (accountId: string): string => `ACCOUNT#${accountId}#API_KEYS`,
  phoneNumbers: (accountId: string): string => `ACCOUNT#${accountId}#NUMBERS`,
  companies: (teamId: string): string => `TEAM#${teamId}#COMPANIES`,
  contacts: (teamId: string): string => `TEAM#${teamId}#CONTACTS`,
  campaigns: (teamId: string): string => `TEAM#${teamId}#CAMPAIGNS`,
  suppressions: (teamId: string): string => `TEAM#${teamId}#SUPPRESSIONS`,
  deliveries: (accountId: string): string => `ACCOUNT#${accountId}#DELIVERIES`,
  activity: (accountId: string): string => `ACCOUNT#${accountId}#ACTIVITY`,
  /** What operators did, in the whole deployment. */
  operations: 'OPERATIONS',
  calls: (teamId: string): string => `TEAM#${teamId}#CALLS`,
  /** Claims that were released, which no list shows: where an erasure finds them. */
  releasedCalls: (contactId: string | null): string => `CONTACT#${contactId}#RELEASED`,
  /** Numbers that a contact had before, where an erasure finds them. */
  formerLines: (contactId: string): string => `CONTACT#${contactId}#FORMER_NUMBERS`,
  campaignsOfContact: (contactId: string): string => `CONTACT#${contactId}#CAMPAIGNS`,
};

/** The team whose calls are in this partition of the `list` index. */
export const teamOfCallList = (partition: string): string => partition.split('#')[1] ?? '';

/** When something was created, by its sort key of the `list` index. */
export const createdAtOf = (sort: string): string => sort.split('#')[0] ?? '';

/** Sort key of the `list` index; the id keeps the order stable within a millisecond. */
export const listSort = (createdAt: string, id: string): string => `${createdAt}#${id}`;

/** Sort key of the `due` index; `order` sorts contacts with the same due time. */
export const dueSort = (dueAt: string, order: string): string => `${dueAt}#${order}`;

/** The rule for which a contact waits comes before its id, so that the index alone tells it. */
export const waitingOrder = (rule: string | null | undefined, id: string): string => (rule ? `${rule}#${id}` : id);

/** The due time of a sort key of the `due` index, and what comes next: the rule, if it was written with one. */
export const readDueSort = (sort: string): { dueAt: string; rule: string } => {
  const [dueAt = '', rule = ''] = sort.split('#');
  return { dueAt, rule };
};

/** Sorts after every id. */
const AFTER_IDS = '~';

/** Upper bound of a due sort key, the given time included. */
export const dueUpTo = (now: string): string => `${now}#${AFTER_IDS}`;

/** Upper bound of every due sort key; those of ended contacts come later. */
export const DUE_EVER = dueUpTo('9999');

/** Sort key of the `due` index for contacts that have ended: by status, and there from the oldest contact on. */
export const endedSort = (status: string, contactId: string): string => `ended#${status}#${contactId}`;

/** Bounds of the sort keys of all contacts that have ended in a status. */
export const endedIn = (status: string): { atLeast: string; upTo: string } => ({
  atLeast: endedSort(status, ''),
  upTo: endedSort(status, AFTER_IDS),
});

const partitionsOf = (name: string, shards: number): string[] =>
  Array.from({ length: shards }, (_, shard) => `${name}#${shard}`);

/** Partitions over which the `active` index spreads the campaigns and calls that the sweep must look at. */
const ACTIVE_SHARDS = 4;
export const activePartitions = partitionsOf('ACTIVE', ACTIVE_SHARDS);

export const activeKey = (id: string): { active_pk: string; active_sk: string } => ({
  active_pk: `ACTIVE#${placeOf(id, ACTIVE_SHARDS)}`,
  active_sk: id,
});

/**
 * Deliveries have their own partitions of the `active` index, sorted by due time. All accounts share them: a delivery
 * costs them two units, so 16 keep each below 500 a second up to 4,000 deliveries a second.
 */
const DELIVERY_SHARDS = 16;
export const deliveryDuePartitions = partitionsOf('DELIVERIES_DUE', DELIVERY_SHARDS);

/**
 * The key names the account, so that the sweep can be fair without reading the delivery, whose own key every entry
 * holds.
 */
export const deliveryDueKey = (
  id: string,
  accountId: string,
  dueAt: string,
): { active_pk: string; active_sk: string } => ({
  active_pk: `DELIVERIES_DUE#${placeOf(id, DELIVERY_SHARDS)}`,
  active_sk: `${dueAt}#${accountId}`,
});

export const accountOfDueSort = (sort: string): string => sort.split('#')[1] ?? '';

export const deliveryIdOfKey = ({ pk }: Key): string => pk.slice('DELIVERY#'.length);

/** Single calls that wait have their own partitions of the `active` index, sorted by due time. */
const CALL_DUE_SHARDS = 4;
export const callDuePartitions = partitionsOf('CALLS_DUE', CALL_DUE_SHARDS);

export const callDueKey = (id: string, accountId: string, dueAt: string): { active_pk: string; active_sk: string } => ({
  active_pk: `CALLS_DUE#${placeOf(id, CALL_DUE_SHARDS)}`,
  active_sk: `${dueAt}#${accountId}#${id}`,
});

/** Numbers with an unfinished purchase, trial or release, sorted by due time; few, so one partition is enough. */
export const NUMBERS_DUE_PARTITION = 'NUMBERS_DUE';

/** Erasures that are under way, sorted by the time of their next look; few, so one partition is enough. */
export const ERASURES_DUE_PARTITION = 'ERASURES_DUE';

export const erasureDueKey = (id: string, dueAt: string): { active_pk: string; active_sk: string } => ({
  active_pk: ERASURES_DUE_PARTITION,
  active_sk: `${dueAt}#${id}`,
});

/** When each team's calls are looked at next, for what has outlived its retention; two units a look, hourly at most. */
export const RETENTION_DUE_PARTITION = 'RETENTION_DUE';

export const retentionDueKey = (teamId: string, dueAt: string): { active_pk: string; active_sk: string } => ({
  active_pk: RETENTION_DUE_PARTITION,
  active_sk: `${dueAt}#${teamId}`,
});

/** The team whose look has this key. */
export const teamOfLook = ({ pk }: Key): string => pk.slice('TEAM#'.length);

/** Everything that the sweep looks at. */
export const sweptPartitions = [
  ...activePartitions,
  ...callDuePartitions,
  ...deliveryDuePartitions,
  NUMBERS_DUE_PARTITION,
  ERASURES_DUE_PARTITION,
  RETENTION_DUE_PARTITION,
];

export const numberDueKey = (id: string, dueAt: string): { active_pk: string; active_sk: string } => ({
  active_pk: NUMBERS_DUE_PARTITION,
  active_sk: `${dueAt}#${id}`,
});
