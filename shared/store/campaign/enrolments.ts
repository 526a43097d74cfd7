import type { CallOutcome } from '#shared/domain/call/lifecycle.ts';
import type { ContactStatus } from '#shared/domain/campaign/contact-status.ts';
import { dueSort, dueUpTo, keys, lists, partitions } from '#shared/store/keys.ts';
import {
  absent,
  type Condition,
  equals,
  type Key,
  oneOf,
  type PutOperation,
  type RemoveOperation,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';

/** A contact in a campaign. Adding a removed contact again creates a new enrolment. */
export interface EnrolmentRecord {
  enrolment_id: string;
  campaign_id: string;
  contact_id: string;
  status: ContactStatus;
  /** Attempts that reached the carrier. */
  attempts: number;
  /** Claims made, dialled or not. */
  generation: number;
  /** Dials in a row that the carrier refused for its limits. */
  deferrals: number;
  last_outcome: CallOutcome | null;
  next_attempt_at: string | null;
  last_call_id: string | null;
  skip_reason: string | null;
  enrolled_at: string;
  updated_at: string;
}

export const newEnrolment = (
  campaignId: string,
  contactId: string,
  enrolmentId: string,
  now: Date,
): EnrolmentRecord => ({
  enrolment_id: enrolmentId,
  campaign_id: campaignId,
  contact_id: contactId,
  status: 'pending',
  attempts: 0,
  generation: 0,
  deferrals: 0,
  last_outcome: null,
  next_attempt_at: now.toISOString(),
  last_call_id: null,
  skip_reason: null,
  enrolled_at: now.toISOString(),
  updated_at: now.toISOString(),
});

/** Digits of a contact's place among those added together. */
const PLACE_DIGITS = 4;

const itemOf = (enrolment: EnrolmentRecord, place: number) => ({
  ...keys.enrolment(enrolment.campaign_id, enrolment.contact_id),
  ...enrolment,
  // Contacts are dialled in the order in which they were added.
  due_sk: dueSort(enrolment.enrolled_at, `${String(place).padStart(PLACE_DIGITS, '0')}#${enrolment.enrolment_id}`),
  // Do-not-call finds all campaigns of a contact by this list.
  list_pk: lists.campaignsOfContact(enrolment.contact_id),
  list_sk: enrolment.campaign_id,
});

export const putEnrolment = (enrolment: EnrolmentRecord, place: number): PutOperation => ({
  put: itemOf(enrolment, place),
  when: [absent('pk')],
});

const unchanged = (before: EnrolmentRecord): Condition[] => [
  equals('enrolment_id', before.enrolment_id),
  equals('generation', before.generation),
  equals('status', before.status),
];

/** Replaces an enrolment that has ended by a new one. */
export const reopenEnrolment = (before: EnrolmentRecord, enrolment: EnrolmentRecord): PutOperation => ({
  put: itemOf(enrolment, 0),
  when: unchanged(before),
});

export const deleteEnrolment = (before: EnrolmentRecord): RemoveOperation => ({
  delete: keys.enrolment(before.campaign_id, before.contact_id),
  when: unchanged(before),
});

/** Changes an enrolment if it is still what was read; the loser gets ConditionFailed. */
export const moveEnrolment = (before: EnrolmentRecord, changes: Partial<EnrolmentRecord>): UpdateOperation => {
  const after = { ...before, ...changes };
  const dueAt = after.next_attempt_at;
  const wasDue = before.next_attempt_at !== null;
  return {
    update: keys.enrolment(before.campaign_id, before.contact_id),
    set: { ...changes, ...(dueAt !== null && { due_sk: dueSort(dueAt, before.enrolment_id) }) },
    ...(dueAt === null && wasDue && { remove: ['due_sk'] }),
    when: unchanged(before),
  };
};

/** The contacts that are due, in order of their due times; consistent. */
export const readDue = (table: TableReader, campaignId: string, now: Date, limit: number): Promise<EnrolmentRecord[]> =>
  readByDue(table, campaignId, limit, dueUpTo(now.toISOString()));

/** Contacts that wait for a dial, due or not; consistent. */
export const readWaiting = (table: TableReader, campaignId: string, limit: number): Promise<EnrolmentRecord[]> =>
  readByDue(table, campaignId, limit);

const readByDue = async (
  table: TableReader,
  campaignId: string,
  limit: number,
  upTo?: string,
): Promise<EnrolmentRecord[]> => {
  const found = await table.query<object>({
    index: 'due',
    partition: partitions.enrolments(campaignId),
    limit,
    ...(upTo !== undefined && { upTo }),
  });
  const enrolments = await table.getMany<EnrolmentRecord>(found);
  return enrolments.filter((enrolment) => enrolment?.next_attempt_at != null) as EnrolmentRecord[];
};

/** The campaigns of a contact; may lag by moments, which the last check before a dial makes up for. */
export const campaignsOf = async (table: TableReader, contactId: string): Promise<string[]> => {
  const found = await table.query<{ list_sk: string }>({
    index: 'list',
    partition: lists.campaignsOfContact(contactId),
    fields: ['list_sk'],
  });
  return found.map(({ list_sk }) => list_sk);
};

/** The earliest due time of a contact, past or future; null if none waits. */
export const earliestDue = async (table: TableReader, campaignId: string): Promise<string | null> => {
  const [first] = await table.query<{ due_sk: string }>({
    index: 'due',
    partition: partitions.enrolments(campaignId),
    limit: 1,
  });
  return first ? (first.due_sk.split('#')[0] ?? null) : null;
};

export const getEnrolments = async (
  table: TableReader,
  pairs: { campaignId: string; contactId: string }[],
): Promise<((Key & EnrolmentRecord) | undefined)[]> =>
  table.getMany<EnrolmentRecord>(pairs.map(({ campaignId, contactId }) => keys.enrolment(campaignId, contactId)));

/** The enrolments in one of these statuses; reads the whole campaign. */
export const readInStatuses = (
  table: TableReader,
  campaignId: string,
  statuses: readonly ContactStatus[],
): Promise<EnrolmentRecord[]> =>
  table.query<EnrolmentRecord>({ partition: partitions.enrolments(campaignId), filter: [oneOf('status', statuses)] });

/** The first `rows` enrolments of a campaign, newest contact first. */
export const listEnrolments = (
  table: TableReader,
  campaignId: string,
  status: ContactStatus | undefined,
  rows: number,
): Promise<EnrolmentRecord[]> =>
  table.query<EnrolmentRecord>({
    partition: partitions.enrolments(campaignId),
    newestFirst: true,
    limit: rows,
    ...(status && { filter: [equals('status', status)] }),
  });
