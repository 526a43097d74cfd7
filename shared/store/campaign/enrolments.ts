import type { CallOutcome } from '#shared/domain/call/lifecycle.ts';
import { type ContactStatus, hasEnded } from '#shared/domain/campaign/contact-status.ts';
import type { ContactWait } from '#shared/domain/campaign/waiting.ts';
import { dueSort, endedSort, keys, lists, waitingOrder } from '#shared/store/keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  type Condition,
  equals,
  type Key,
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
  /** Claims in a row that were released by no decision of people; sets the backoff. */
  deferrals: number;
  last_outcome: CallOutcome | null;
  next_attempt_at: string | null;
  /** The rule for which it waits until then, where that is no pause after an attempt. Absent for none. */
  waits_for?: ContactWait | null;
  /** When the pause after its attempt ends, where it waits for more than that. Absent for none. */
  paused_until?: string | null;
  last_call_id: string | null;
  skip_reason: string | null;
  /** The campaign's redials before this contact ended unreached; a later redial reopens it. */
  redials_at_end: number;
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
  redials_at_end: 0,
  enrolled_at: now.toISOString(),
  updated_at: now.toISOString(),
});

export const enrolmentKey = (campaignId: string, contactId: string): RecordKey<EnrolmentRecord> =>
  keys.enrolment(campaignId, contactId);

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
  equals('attempts', before.attempts),
  // Two corrections of one call may leave the status alone, and must be counted once.
  equals('last_outcome', before.last_outcome),
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

/** The place in the `due` index: by due time while a contact waits, by status once it has ended, none during a call. */
const placeOf = ({ status, next_attempt_at, waits_for, contact_id, enrolment_id }: EnrolmentRecord): string | null => {
  if (next_attempt_at !== null) return dueSort(next_attempt_at, waitingOrder(waits_for, enrolment_id));
  return hasEnded(status) ? endedSort(status, contact_id) : null;
};

/**
 * Changes an enrolment if it is still what was read; the loser gets ConditionFailed. A new due time is of no rule
 * unless the changes name one.
 */
export const moveEnrolment = (before: EnrolmentRecord, given: Partial<EnrolmentRecord>): UpdateOperation => {
  const isOfNoRule = given.next_attempt_at !== undefined && given.waits_for === undefined && before.waits_for;
  const changes = isOfNoRule ? { ...given, waits_for: null } : given;
  const place = placeOf({ ...before, ...changes });
  return {
    update: keys.enrolment(before.campaign_id, before.contact_id),
    set: { ...changes, ...(place !== null && { due_sk: place }) },
    ...(place === null && placeOf(before) !== null && { remove: ['due_sk'] }),
    when: unchanged(before),
  };
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

export const getEnrolments = async (
  table: TableReader,
  pairs: { campaignId: string; contactId: string }[],
): Promise<((Key & EnrolmentRecord) | undefined)[]> =>
  table.getMany<EnrolmentRecord>(pairs.map(({ campaignId, contactId }) => keys.enrolment(campaignId, contactId)));
