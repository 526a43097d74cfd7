import { costOf, type Usage } from '#shared/domain/call/cost.ts';
import type { AnnouncedEvent, SeenEvents } from '#shared/domain/call/events.ts';
import { type CallStatus, isAnswered, type Screening } from '#shared/domain/call/lifecycle.ts';
import type { NotDialedReason } from '#shared/domain/call/not-dialed.ts';
import type { CalleeClock } from '#shared/domain/phone-number/callee-zones.ts';
import type { Numbering } from '#shared/domain/phone-number/numbering.ts';
import { NO_CARRIER_IDS } from '#shared/domain/privacy/erased-call.ts';
import type { ExtraEvent } from '#shared/domain/webhook/extra-events.ts';
import type { Call } from '#shared/schemas/call.ts';
import { keys } from '#shared/store/keys.ts';
import type { DayDial } from '#shared/store/limits/daily-usage.ts';
import { type RecordKey, readRecords } from '#shared/store/table/records.ts';
import type { Key, TableReader } from '#shared/store/table/table.ts';
import { EMPTY_CALL, restoredCall } from './stored-call.ts';

interface Refusal {
  /** Every other dial would meet it too. */
  is_fault: boolean;
  reason: string;
}

export type CallRecord = Omit<Call, 'status' | 'extracted' | 'cost' | 'from_number' | 'to_number'> & {
  from_number: string;
  to_number: string;
  /** `not_dialed` is a released claim, which is in no list. */
  status: CallStatus | 'not_dialed';
  account_id: string;
  /** JSON text; null also where it is kept beside the call. */
  extracted: string | null;
  /** The name of the item beside the call that tells what was extracted. */
  found_in: string | null;
  enrolment_id: string | null;
  /** The caller ID's record; null for an inbound call. */
  from_number_id: string | null;
  /** How often the campaign's limit of concurrent calls had changed when the call was claimed; 0 without a campaign. */
  limit_changes_at_claim: number;
  /** The run of the campaign in which the call was claimed; 0 without a campaign. */
  claimed_in_run: number;
  generation: number;
  /** Bumped by every write of events, conclusion and usage; the loser of two concurrent writers reads again. */
  version: number;
  not_dialed_reason: NotDialedReason | null;
  /** What the carrier said when it refused the dial; the call may have been placed all the same. */
  refusal: Refusal | null;
  /** The account's call permit for this call, taken with the claim; null without a campaign. */
  channel: number | null;
  /** The connection's, where it has a limit of its own. */
  connection_channel: number | null;
  /** Where the account's dials of the day count this one, taken with the claim; null for inbound calls. */
  day_dial: DayDial | null;
  /** The call's place in the dial rate, epoch seconds. */
  dial_second: number | null;
  /** How often the message to dial it was sent again, to come later. */
  dial_resends: number;
  /** When a single call that waits is looked at again; null for all others. */
  due_at: string | null;
  /** What it waits for beside its time. */
  waits_for: NotDialedReason | null;
  /** Looks in a row at which it could not be dialled. */
  deferrals: number;
  /** Of a number that was named itself; null where the contact's own is dialled. */
  to_numbering: Numbering | null;
  /** The campaign whose call a callback goes back to; it is of none itself. */
  callback_campaign_id: string | null;
  /** Callbacks that led to this call, itself included. */
  place_in_chain: number;
  /** Texts for the prompt, as `{{variables.*}}`. */
  variables: Record<string, string>;
  /** Since when somebody wants the call to end. */
  hang_up_requested_at: string | null;
  /** While this callback was being dialled, the same number asked for another, which is made instead of its next dial. */
  is_replaced: boolean;
  contact_timezone: string | null;
  /** The country of the number called, as the claim found it; its zones count where the number tells none. Absent for null. */
  callee_country?: string | null;
  recording_enabled: boolean;
  /** When the carrier was last asked about the call. */
  asked_at: string | null;
  /** When an event of a stray call was last sent on, to be looked at again. */
  stray_look_at: string | null;
  /** Since when the carrier cannot be asked about the overdue call. */
  unreachable_since: string | null;
  /** Since when the carrier does not show the call, which proves nothing at first: its lists lag. */
  missing_since: string | null;
  /** Event types folded so far, with the time of receipt; includes types inferred from the carrier's answers. */
  events: SeenEvents;
  /** Event types announced to the account's receiver; recorded even if the account has none. */
  announced: (AnnouncedEvent | ExtraEvent)[];
  /** Null unless a screening assistant took the call. */
  screening: Screening | null;
  /** The carrier's id of a hosted conversation. */
  conversation_id: string | null;
  /** The storage key of our copy of the recording; null until it is copied. */
  recording_key: string | null;
  usage: Usage;
  /** The part of `usage` that is in the campaign's sum. */
  usage_counted: Usage;
  /** When transcript, summary and findings were written; null until then. */
  concluded_at: string | null;
  /** The carrier's connection; null until an event names it. */
  connection_id: string | null;
  queued_at: string;
  /** When its person was erased; null of all others. */
  erased_at: string | null;
  /** When the carrier last deleted what it keeps of the erased call. */
  carrier_erased_at: string | null;
  /** When what was said on it ended; null while it is kept, and where nothing was said. */
  words_deleted_at: string | null;
  /** The same of its recording. */
  recording_deleted_at: string | null;
};

type NewCall = Omit<CallRecord, keyof typeof EMPTY_CALL>;

/** Whose clock counts for an outbound call's callee. */
export const clockOfCallee = (call: CallRecord): CalleeClock => ({
  timezone: call.contact_timezone,
  phone: call.to_number,
  phone_country: call.callee_country ?? null,
});

export const newCall = (given: NewCall): CallRecord => ({ ...EMPTY_CALL, ...given });

/** The status in the API's form: what waits to be dialled at once is queued, also between two tries. */
export const shownStatus = ({ status, scheduled_at }: Pick<CallRecord, 'status' | 'scheduled_at'>): CallStatus =>
  status === 'not_dialed' || (status === 'scheduled' && scheduled_at === null) ? 'queued' : status;

const UNDER_WAY: readonly string[] = ['queued', 'dialing', 'ringing', 'in_progress'] satisfies CallStatus[];

/** Whether a shown status is one that a call passes through within minutes. */
export const isUnderWay = (shown: string): boolean => UNDER_WAY.includes(shown);

/**
 * The status by which the list's index knows a call. All that are under way are one to it: the index would be written
 * once more at each of their changes.
 */
export const indexedStatus = (shown: string): string => (isUnderWay(shown) ? 'under_way' : shown);

/** True of a call after which nothing more is dialled or said. */
export const isOver = ({ status }: Pick<CallRecord, 'status'>): boolean =>
  status === 'ended' || status === 'cancelled' || status === 'not_dialed';

/** True if a call is over and something of it remains to be written: what was said, or what the carrier charged. */
export const needsConclusion = (call: CallRecord): boolean =>
  call.status === 'ended' && (isAnswered(call) || call.usage.carrierMicroUsd > 0);

export const callKey = (id: string): RecordKey<CallRecord> => ({ ...keys.call(id), restore: restoredCall });

export const getCalls = (table: TableReader, ids: string[]) => readRecords(table, ids.map(callKey));

export const getCall = async (table: TableReader, id: string): Promise<(Key & CallRecord) | undefined> => {
  const item = await table.get<object>(keys.call(id));
  return item && restoredCall(item);
};

/** What is said otherwise in the API than in the record. */
export const saidOf = ({
  status,
  usage,
  scheduled_at = null,
  callback_of = null,
}: Pick<CallRecord, 'status' | 'usage' | 'scheduled_at' | 'callback_of'>) => ({
  status: shownStatus({ status, scheduled_at }),
  scheduled_at,
  callback_of,
  cost: costOf(usage),
});

/** An erased person's number is an empty text in the record; the carrier's ids may stay there for a while. */
export const shownParties = ({
  from_number,
  to_number,
  erased_at,
}: Pick<CallRecord, 'from_number' | 'to_number' | 'erased_at'>) => ({
  from_number: from_number || null,
  to_number: to_number || null,
  ...(erased_at !== null && NO_CARRIER_IDS),
});

/** A call in the API's form. */
export const toCall = (record: CallRecord): Call => ({
  ...record,
  ...shownParties(record),
  ...saidOf(record),
  extracted: record.extracted === null ? null : (JSON.parse(record.extracted) as Record<string, unknown>),
});
