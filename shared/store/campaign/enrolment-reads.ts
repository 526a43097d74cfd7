import { type ContactStatus, REDIALLED_STATUSES } from '#shared/domain/campaign/contact-status.ts';
import type { ContactWait } from '#shared/domain/campaign/waiting.ts';
import { type ContactRecord, contactKey } from '#shared/store/contact/contacts.ts';
import { contactIdOfEnrolment, DUE_EVER, dueUpTo, endedIn, partitions, readDueSort } from '#shared/store/keys.ts';
import type { Key, TableReader } from '#shared/store/table/table.ts';
import type { EnrolmentRecord } from './enrolments.ts';
import { firstOfShards } from './merged-shards.ts';

/** What the engine reads of the enrolments of a campaign, over all their shards. Every read is consistent. */

type Place = Key & { due_sk: string };

/** Somebody who is due, as both records say. */
export interface DueContact {
  enrolment: EnrolmentRecord;
  contact: ContactRecord | undefined;
}

/** The contacts that are due, in order of their due times, with who they are. */
export const readDue = async (
  table: TableReader,
  campaignId: string,
  now: Date,
  limit: number,
): Promise<DueContact[]> => {
  const shards = partitions.enrolments(campaignId);
  const query = { index: 'due' as const, upTo: dueUpTo(now.toISOString()) };
  const places = await firstOfShards<object>(table, shards, query, limit);
  const keys = places.flatMap((place): Key[] => [place, contactKey(contactIdOfEnrolment(place))]);
  const found = (await table.getMany<object>(keys)) as (EnrolmentRecord | ContactRecord | undefined)[];
  return places.flatMap((_, at) => {
    const enrolment = found[2 * at] as EnrolmentRecord | undefined;
    const contact = found[2 * at + 1] as ContactRecord | undefined;
    return enrolment?.next_attempt_at == null ? [] : [{ enrolment, contact }];
  });
};

/**
 * Contacts that wait for a dial, due or not, in order of their due times. There may be more where the limit was reached,
 * although others may have taken some meanwhile.
 */
export const readEveryWaiting = async (
  table: TableReader,
  campaignId: string,
  limit: number,
): Promise<{ enrolments: EnrolmentRecord[]; mayBeMore: boolean }> => {
  const shards = partitions.enrolments(campaignId);
  const found = await firstOfShards<object>(table, shards, { index: 'due', upTo: DUE_EVER }, limit);
  const read = await table.getMany<EnrolmentRecord>(found);
  const enrolments = read.filter((enrolment) => enrolment?.next_attempt_at != null) as EnrolmentRecord[];
  return { enrolments, mayBeMore: found.length === limit };
};

/** The earliest due time of a contact, past or future, and the rule it was set by; null if none waits. */
export const firstDue = async (
  table: TableReader,
  campaignId: string,
): Promise<{ at: string; rule: string } | null> => {
  const shards = partitions.enrolments(campaignId);
  const [first] = await firstOfShards<{ due_sk: string }>(table, shards, { index: 'due', upTo: DUE_EVER }, 1);
  if (!first) return null;
  const { dueAt, rule } = readDueSort(first.due_sk);
  return { at: dueAt, rule };
};

/** The earliest due time of a contact, past or future; null if none waits. */
export const earliestDue = async (table: TableReader, campaignId: string): Promise<string | null> =>
  (await firstDue(table, campaignId))?.at ?? null;

/** Waiting contacts that are looked through at once for those who wait for some rules. */
const LOOKED_THROUGH = 400;

/**
 * Of the next 400 waiting contacts after a place in the `due` index, those who wait for one of these rules; an ISO 8601 time is a
 * place. `next` is the place to go on from, null when there is nobody after it.
 */
export const readWaitingFor = async (
  table: TableReader,
  campaignId: string,
  rules: readonly ContactWait[],
  after: string,
): Promise<{ enrolments: EnrolmentRecord[]; next: string | null }> => {
  const query = { index: 'due' as const, atLeast: after, upTo: DUE_EVER };
  // The bound includes the place itself.
  const limit = LOOKED_THROUGH + 1;
  const places = await firstOfShards<Place>(table, partitions.enrolments(campaignId), query, limit);
  const isHeld = (rule: string | null | undefined): boolean =>
    (rules as readonly (string | null)[]).includes(rule ?? null);
  const held = places.filter(({ due_sk }) => due_sk !== after && isHeld(readDueSort(due_sk).rule));
  const enrolments = await table.getMany<EnrolmentRecord>(held);
  return {
    enrolments: enrolments.filter((each) => each && isHeld(each.waits_for)) as EnrolmentRecord[],
    next: places.length < limit ? null : (places.at(-1)?.due_sk ?? null),
  };
};

/** Places after this one, in the order of their sort keys; the empty place comes before all. */
const placesAfter = async (
  table: TableReader,
  campaignId: string,
  statuses: readonly ContactStatus[],
  place: string,
  limit: number,
): Promise<Place[]> => {
  const found: Place[] = [];
  const shards = partitions.enrolments(campaignId);
  for (const status of [...statuses].sort()) {
    const { atLeast, upTo } = endedIn(status);
    if (place >= upTo || found.length >= limit) continue;
    const from = place > atLeast ? place : atLeast;
    // The bound includes the place itself, which was read before.
    const query = { index: 'due' as const, atLeast: from, upTo };
    const places = await firstOfShards<Place>(table, shards, query, limit - found.length + 1);
    found.push(...places.filter(({ due_sk }) => due_sk !== place));
  }
  return found.slice(0, limit);
};

interface Ended {
  enrolments: EnrolmentRecord[];
  /** The place to go on from; null when there is nobody after it. */
  next: string | null;
}

const readEnded = async (
  table: TableReader,
  campaignId: string,
  statuses: readonly ContactStatus[],
  place: string,
  limit: number,
): Promise<Ended> => {
  const places = await placesAfter(table, campaignId, statuses, place, limit);
  const found = await table.getMany<EnrolmentRecord>(places);
  const enrolments = found.filter((each) => each !== undefined && statuses.includes(each.status)) as EnrolmentRecord[];
  return { enrolments, next: places.length < limit ? null : (places.at(-1)?.due_sk ?? null) };
};

/**
 * The next enrolments, after a place, that ended unreached or skipped; whoever ends while the list is read may or may
 * not be among them.
 */
export const readRedialled = (table: TableReader, campaignId: string, place: string, limit: number): Promise<Ended> =>
  readEnded(table, campaignId, REDIALLED_STATUSES, place, limit);

/** The next skipped enrolments after a place. */
export const readSkipped = (table: TableReader, campaignId: string, place: string, limit: number): Promise<Ended> =>
  readEnded(table, campaignId, ['skipped'], place, limit);
