import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { CheckedTable } from './checker.ts';

/** The table's records as the checks read them: without the product's code, which they check. */

type Id = unknown;
type Peekable = Pick<CheckedTable, 'peek'>;
type Partitioned = Pick<CheckedTable, 'partition'>;

export const callIn = (table: Peekable, callId: Id): Item | undefined =>
  table.peek({ pk: `CALL#${callId}`, sk: 'CALL' });

export const controlIn = (table: Peekable, campaignId: Id): Item | undefined =>
  table.peek({ pk: `CAMPAIGN#${campaignId}`, sk: 'CONTROL' });

export const contactIn = (table: Peekable, contactId: Id): Item | undefined =>
  table.peek({ pk: `CONTACT#${contactId}`, sk: 'CONTACT' });

export const accountIn = (table: Peekable, accountId: Id): Item | undefined =>
  table.peek({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' });

export const dialingIn = (table: Peekable, accountId: Id): Item | undefined =>
  table.peek({ pk: `ACCOUNT#${accountId}`, sk: 'DIALING' });

/** Whether the account has had all the dials that it has set for the UTC day. */
export const isDaySpentIn = (table: CheckedTable, accountId: Id, at: number): boolean => {
  const bound = dialingIn(table, accountId)?.max_calls_per_day;
  const day = new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const counters = [...table.partition(`ACCOUNT#${accountId}#DAY#${day}`)];
  const dials = counters.reduce((sum, { calls }) => sum + Number(calls ?? 0), 0);
  return typeof bound === 'number' && dials >= bound;
};

const ENROLMENT_SHARDS = 8;
const PERMIT_SHARDS = 16;

const sharded = (table: Partitioned, shards: number, partitionOf: (shard: number) => string): Item[] =>
  Array.from({ length: shards }, (_, shard) => [...table.partition(partitionOf(shard))]).flat();

/** The call permits of an account or of the connection that are taken. */
export const permitsIn = (table: Partitioned, pool: string): Item[] =>
  sharded(table, PERMIT_SHARDS, (shard) => `${pool}#CHANNELS#${shard}`);

/** The permits of its account that a campaign's calls hold: its slots. */
export const slotsIn = (table: CheckedTable, campaignId: Id): Item[] =>
  permitsIn(table, `ACCOUNT#${controlIn(table, campaignId)?.account_id}`).filter(({ holder }) => holder === campaignId);

/** A campaign's contacts. */
export const enrolmentsIn = (table: Partitioned, campaignId: Id): Item[] =>
  sharded(table, ENROLMENT_SHARDS, (shard) => `CAMPAIGN#${campaignId}#CONTACTS#${shard}`);

/** The campaign whose contacts are in this partition; undefined for every other partition. */
export const campaignOfEnrolments = (pk: string): string | undefined => /^CAMPAIGN#([^#]+)#CONTACTS#\d+$/.exec(pk)?.[1];
