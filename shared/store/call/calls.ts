import type { DayReason } from '#shared/domain/account/dial-bounds.ts';
import { costOf, NO_USAGE, type Usage } from '#shared/domain/call/cost.ts';
import type { AnnouncedEvent, SeenEvents } from '#shared/domain/call/events.ts';
import type { CallStatus } from '#shared/domain/call/lifecycle.ts';
import type { Call } from '#shared/schemas/call.ts';
import { activeKey, keys, listSort, lists } from '#shared/store/keys.ts';
import type { DayDial } from '#shared/store/limits/daily-usage.ts';
import type { Change } from '#shared/store/table/conditional-write.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  type Attributes,
  absent,
  anyOf,
  type CheckOperation,
  differs,
  equals,
  type PutOperation,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';

/** Why a claim was released without a dial. */
export type NotDialedReason =
  | 'campaign_stopped'
  | 'calls_stopped'
  | 'caller_id_gone'
  | 'over_limit'
  | 'too_slow'
  | 'contact_gone'
  | 'missing_phone'
  | 'phone_changed'
  | 'do_not_call'
  | 'destination_not_allowed'
  | 'outside_window'
  | 'number_busy'
  | 'rate_limited'
  /** Connection, caller ID, account or money are at fault; the call's `error` has the carrier's words. */
  | 'not_accepted'
  | 'no_call_permit'
  /** The number or the account has had its dials, or its money is spent. */
  | 'number_daily_calls'
  | DayReason
  /** It was counted on a day that is over. */
  | 'day_over'
  | 'queue_lost';

interface Refusal {
  /** Every other dial would meet it too. */
  is_fault: boolean;
  reason: string;
}

export type CallRecord = Omit<Call, 'status' | 'extracted' | 'cost'> & {
  /** `not_dialed` is a released claim, which is in no list. */
  status: CallStatus | 'not_dialed';
  account_id: string;
  /** JSON text. */
  extracted: string | null;
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
  contact_timezone: string | null;
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
  announced: AnnouncedEvent[];
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
};

export const callKey = (id: string): RecordKey<CallRecord> => keys.call(id);

const EMPTY = {
  outcome: null,
  ended_reason: null,
  answered_by: null,
  call_control_id: null,
  call_leg_id: null,
  call_session_id: null,
  recording_url: null,
  transcript: [],
  summary: null,
  extracted: null,
  error: null,
  started_at: null,
  answered_at: null,
  ended_at: null,
  duration_secs: null,
  not_dialed_reason: null,
  day_dial: null,
  refusal: null,
  channel: null,
  asked_at: null,
  stray_look_at: null,
  connection_channel: null,
  dial_second: null,
  dial_resends: 0,
  unreachable_since: null,
  missing_since: null,
  events: {},
  announced: [],
  connection_id: null,
  conversation_id: null,
  recording_key: null,
  usage: NO_USAGE,
  usage_counted: NO_USAGE,
  concluded_at: null,
  claimed_in_run: 0,
  version: 0,
} satisfies Partial<CallRecord>;

type NewCall = Omit<CallRecord, keyof typeof EMPTY>;

export const newCall = (given: NewCall): CallRecord => ({ ...EMPTY, ...given });

/** The list's position and filters. */
const indexed = (call: CallRecord): Attributes => ({
  ix: {
    campaign_id: call.campaign_id,
    contact_id: call.contact_id,
    assistant_id: call.assistant_id,
    status: call.status,
    outcome: call.outcome,
    direction: call.direction,
  },
  list_pk: lists.calls(call.team_id),
  list_sk: listSort(call.created_at, call.id),
});

/** Creates the call of an attempt. Its id follows from the attempt, so only a released claim may be replaced. */
export const claimCall = (call: CallRecord): PutOperation => ({
  put: { ...keys.call(call.id), ...call, ...indexed(call) },
  when: [anyOf(absent('pk'), equals('status', 'not_dialed'))],
});

/** Creates a standalone call, which the sweep watches until the call has ended and holds nothing. */
export const addStandaloneCall = (call: CallRecord): PutOperation => ({
  put: { ...keys.call(call.id), ...call, ...indexed(call), ...activeKey(call.id) },
  when: [absent('pk')],
});

/** For an ended call that holds nothing any more. */
export const leaveCallSweep = (call: CallRecord): UpdateOperation => ({
  update: keys.call(call.id),
  remove: ['active_pk', 'active_sk'],
  when: [equals('status', 'ended')],
});

/** Changes a call if it is still the version that was read. The loser reads again. */
export const changeCall = (before: CallRecord, changes: Partial<CallRecord>): Change<CallRecord> => {
  const hidden = changes.status === 'not_dialed';
  const shownAgain = before.status === 'not_dialed' && changes.status !== undefined && !hidden;
  const version = before.version + 1;
  return {
    operation: {
      update: keys.call(before.id),
      set: {
        ...changes,
        version,
        ...(changes.status && { 'ix.status': changes.status }),
        ...(changes.outcome && { 'ix.outcome': changes.outcome }),
        ...(shownAgain && { list_pk: lists.calls(before.team_id), list_sk: listSort(before.created_at, before.id) }),
      },
      ...(hidden && { remove: ['list_pk', 'list_sk'] }),
      when: [equals('version', before.version), equals('generation', before.generation)],
    },
    after: { ...before, ...changes, version },
  };
};

/** Lets a transaction pass only until the call has ended. */
export const unlessEnded = (callId: string): CheckOperation => ({
  check: keys.call(callId),
  when: [differs('status', 'ended')],
});

/** Lets a transaction pass only until the call differs from what was read. */
export const unlessChanged = (call: CallRecord): CheckOperation => ({
  check: keys.call(call.id),
  when: [equals('version', call.version)],
});

/** True if a person or a machine took the call; a detection proves an answer whose own event is late. */
export const isAnswered = (call: Pick<CallRecord, 'answered_at' | 'answered_by'>): boolean =>
  call.answered_at !== null || call.answered_by !== null;

/** True if a call is over and something of it remains to be written: what was said, or what the carrier charged. */
export const needsConclusion = (call: CallRecord): boolean =>
  call.status === 'ended' && (isAnswered(call) || call.usage.carrierMicroUsd > 0);

/** Stores a call's usage as counted in the campaign's sum. Loses against a concurrent change of the call. */
export const countedUsage = (call: CallRecord, usage: Usage): UpdateOperation => ({
  update: keys.call(call.id),
  set: { usage, usage_counted: usage, version: call.version + 1 },
  when: [equals('version', call.version)],
});

export const getCall = (table: TableReader, id: string) => table.get<CallRecord>(callKey(id));

export const getCalls = (table: TableReader, ids: string[]) => table.getMany<CallRecord>(ids.map(callKey));

/** A call in the API's form. */
export const toCall = (record: CallRecord): Call => ({
  ...record,
  status: record.status === 'not_dialed' ? 'queued' : record.status,
  cost: costOf(record.usage),
  extracted: record.extracted === null ? null : (JSON.parse(record.extracted) as Record<string, unknown>),
});
