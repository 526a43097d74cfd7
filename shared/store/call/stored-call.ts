import { isDeepStrictEqual } from 'node:util';
import { NO_USAGE } from '#shared/domain/call/cost.ts';
import { recordingKeyOf } from '#shared/domain/call/recordings.ts';
import { createdAtOf, idOfCallKey, teamOfCallList } from '#shared/store/keys.ts';
import type { Attributes, Key } from '#shared/store/table/table.ts';
import type { CallRecord } from './calls.ts';
import { packed, unpacked } from './packed-fields.ts';
import { storedName } from './packed-names.ts';

/*
 * A call is written some ten times, and each time costs a unit for each started KB. So what says nothing is left out, and
 * what the list's index needs stands in `ix` alone; the rest is packed (`packed-fields.ts`).
 */

/** What a call has before anything happens to it. */
export const EMPTY_CALL = {
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
  found_in: null,
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
  scheduled_at: null,
  callback_of: null,
  callback_campaign_id: null,
  place_in_chain: 0,
  due_at: null,
  waits_for: null,
  deferrals: 0,
  to_numbering: null,
  variables: {},
  hang_up_requested_at: null,
  is_replaced: false,
  unreachable_since: null,
  missing_since: null,
  events: {},
  announced: [],
  connection_id: null,
  screening: null,
  conversation_id: null,
  recording_key: null,
  usage: NO_USAGE,
  usage_counted: NO_USAGE,
  concluded_at: null,
  erased_at: null,
  carrier_erased_at: null,
  words_deleted_at: null,
  recording_deleted_at: null,
  claimed_in_run: 0,
  version: 0,
} satisfies Partial<CallRecord>;

/** Fields that are left out where they are this; the version is not, because every change is made on it. */
const { version: _, ...EMPTY_BUT_VERSION } = EMPTY_CALL;
const UNSAID: Attributes = {
  ...EMPTY_BUT_VERSION,
  limit_changes_at_claim: 0,
  recording_enabled: false,
  contact_timezone: null,
  callee_country: null,
};

/** Fields of the index's filters that stand nowhere else. */
const IN_INDEX = ['campaign_id', 'contact_id', 'assistant_id', 'direction', 'outcome'] as const;

/** Fields that the call's place in its list tells. */
const IN_PLACE: Record<string, string> = { team_id: 'list_pk', created_at: 'list_sk' };

const isInIndex = (field: string): boolean => (IN_INDEX as readonly string[]).includes(field);

const isUnsaid = (field: string, value: unknown): boolean => field in UNSAID && isDeepStrictEqual(value, UNSAID[field]);

/** A new call's attributes beside its key and its places in indexes. */
export const storedFields = ({ id, queued_at, ...call }: CallRecord): Attributes =>
  packed({
    ...Object.fromEntries(
      Object.entries(call).filter(
        ([field, value]) => !isInIndex(field) && !(field in IN_PLACE) && !isUnsaid(field, value),
      ),
    ),
    ...(queued_at !== call.created_at && { queued_at }),
  });

/** What changes of a call, by the paths at which it is stored. */
export const storedChanges = (changes: Partial<CallRecord>): Attributes =>
  Object.fromEntries(
    Object.entries(packed(changes)).map(([field, value]) => [isInIndex(field) ? `ix.${field}` : field, value]),
  );

/** Attributes of the item that tell these fields, beside its key. */
export const storedPlaces = (fields: readonly string[]): string[] => [
  ...new Set(
    fields
      .map((field) => (isInIndex(field) ? 'ix' : (IN_PLACE[field] ?? storedName(field))))
      .filter((field) => field !== 'id'),
  ),
];

type StoredCall = Key & {
  ix?: Pick<CallRecord, (typeof IN_INDEX)[number]>;
  list_pk?: string;
  list_sk?: string;
};

/** Where the recording lies follows from the call, but for the extension, which alone is stored. */
const withRecordingKey = (call: Key & CallRecord): Key & CallRecord => {
  const { recording_key: extension } = call;
  return extension === null || extension.includes('/')
    ? call
    : { ...call, recording_key: recordingKeyOf(call, extension) };
};

/** The whole of a call that was stored. */
export const restoredCall = (item: object): Key & CallRecord => {
  const { ix, pk, list_pk, list_sk } = item as StoredCall;
  const stored = unpacked({ ...item });
  const indexed = Object.fromEntries(IN_INDEX.flatMap((field) => (ix ? [[field, ix[field] ?? null]] : [])));
  const created_at = list_sk === undefined ? undefined : createdAtOf(list_sk);
  const told = {
    id: idOfCallKey(pk),
    ...(list_pk !== undefined && { team_id: teamOfCallList(list_pk) }),
    created_at,
    queued_at: created_at,
    ...indexed,
  };
  return withRecordingKey({ ...UNSAID, ...told, ...stored } as Key & CallRecord);
};
