import type { ContactStatus } from '#shared/domain/campaign/contact-status.ts';
import type { CallOutcome } from '#shared/domain/campaign/retry-policy.ts';
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

/** A contact inside a campaign. Adding the same contact again after removing it makes a new enrolment. */
export interface EnrolmentRecord {
  enrolment_id: string;
  campaign_id: string;
  contact_id: string;
  status: ContactStatus;
  /** Attempts that were dialled. */
  attempts: number;
  /** Claims made, dialled or not; each claim is a generation of its call. */
  generation: number;
  /** Claims in a row that were given back undialled; sets the backoff. */
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
  // So that a contact that must not be called can be found in all its campaigns.
  list_pk: lists.campaignsOfContact(enrolment.contact_id),
  list_sk: enrolment.campaign_id,
});

export const putEnrolment = (enrolment: EnrolmentRecord, place: number): PutOperation => ({
  put: itemOf(enrolment, place),
  when: [absent('pk')],
});

/** Still what was read. */
const unchanged = (before: EnrolmentRecord): Condition[] => [
  equals('enrolment_id', before.enrolment_id),
  equals('generation', before.generation),
  equals('status', before.status),
];

/** Puts a new enrolment in the place of one that has ended. */
export const reopenEnrolment = (before: EnrolmentRecord, enrolment: EnrolmentRecord): PutOperation => ({
  put: itemOf(enrolment, 0),
  when: unchanged(before),
});

export const deleteEnrolment = (before: EnrolmentRecord): RemoveOperation => ({
  delete: keys.enrolment(before.campaign_id, before.contact_id),
  when: unchanged(before),
});

/** Moves a contact on, if it still is what was read; who comes second gets ConditionFailed. */
export const moveEnrolment = (before: EnrolmentRecord, changes: Partial<EnrolmentRecord>): UpdateOperation => {
  const after = { ...before, ...changes };
  const due = after.next_attempt_at;
  const wasDue = before.next_attempt_at !== null;
  return {
    update: keys.enrolment(before.campaign_id, before.contact_id),
    set: { ...changes, ...(due !== null && { due_sk: dueSort(due, before.enrolment_id) }) },
    ...(due === null && wasDue && { remove: ['due_sk'] }),
    when: unchanged(before),
  };
};

/** The contacts that are due, in the order in which they fell due; consistent. */
export const readDue = (table: TableReader, campaignId: string, now: Date, limit: number): Promise<EnrolmentRecord[]> =>
  readByDue(table, campaignId, limit, dueUpTo(now.toISOString()));

/** Contacts that wait for a dial, whenever it is due; consistent. */
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

/** The campaigns that a contact was added to; may lag by moments, which the last look before a dial makes good. */
export const campaignsOf = async (table: TableReader, contactId: string): Promise<string[]> => {
  const found = await table.query<{ list_sk: string }>({
    index: 'list',
    partition: lists.campaignsOfContact(contactId),
    fields: ['list_sk'],
  });
  return found.map(({ list_sk }) => list_sk);
};

/** When the next contact falls due, be it past or future. */
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

/** Everybody in one of these statuses; reads the whole campaign. */
export const readInStatuses = (
  table: TableReader,
  campaignId: string,
  statuses: readonly ContactStatus[],
): Promise<EnrolmentRecord[]> =>
  table.query<EnrolmentRecord>({ partition: partitions.enrolments(campaignId), filter: [oneOf('status', statuses)] });

/** The first rows of a campaign's contacts, newest contact first. */
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
