import { secondsAfter } from '#shared/domain/time.ts';
import { keys } from '#shared/store/keys.ts';
import {
  anyOf,
  below,
  type Condition,
  equals,
  isNull,
  present,
  type UpdateOperation,
} from '#shared/store/table/table.ts';
import type { CallRecord } from './calls.ts';
import { storedChanges, storedPlaces } from './stored-call.ts';

/** Sets a field with a single writer that no decision depends on, so the version stays. */
const noteOn = (callId: string, set: Partial<CallRecord>, when: Condition = present('pk')): UpdateOperation => ({
  update: keys.call(callId),
  set: storedChanges(set),
  when: [when],
});

/** For what tells of the person: a note that comes after an erasure is none. */
const UNERASED = isNull('erased_at');

/** Notes our copy of a recording. The carrier's link, which is long and soon works no more, goes once it was announced. */
export const noteRecording = ({ id, announced }: CallRecord, extension: string): UpdateOperation => ({
  ...noteOn(id, { recording_key: extension }),
  when: [present('pk'), UNERASED, isNull('recording_deleted_at')],
  ...(announced.includes('call.recording.saved') && { remove: storedPlaces(['recording_url']) }),
});

/** Notes that the carrier was asked to delete what it keeps of an erased call. */
export const noteCarrierErased = (callId: string, now: Date) =>
  noteOn(callId, { carrier_erased_at: now.toISOString() });

export const noteAsked = (callId: string, now: Date) => noteOn(callId, { asked_at: now.toISOString() });

export const noteError = (callId: string, error: string): UpdateOperation => ({
  ...noteOn(callId, { error }),
  when: [present('pk'), UNERASED],
});

/** Notes a look after a stray call; fails if there was one a moment ago. */
export const noteStrayLook = (callId: string, now: Date, apartSeconds: number) =>
  noteOn(
    callId,
    { stray_look_at: now.toISOString() },
    anyOf(isNull('stray_look_at'), below('stray_look_at', secondsAfter(now, -apartSeconds).toISOString())),
  );

/** Keeps the first conversation id of a call. */
export const noteConversation = (callId: string, conversation_id: string) => ({
  ...noteOn(callId, { conversation_id }),
  when: [isNull('conversation_id'), UNERASED],
});

/**
 * Notes that a callback under way is the last dial for it, because another was asked for. It fails once the callback
 * waits again. The version stays, so that the reply to the dial is still noted.
 */
export const noteReplaced = (callId: string) => noteOn(callId, { is_replaced: true }, equals('status', 'dialing'));

/**
 * Notes that somebody wants a call to end that is being dialled or is on; whoever acts on it from then on hangs it up.
 * The version stays, so that the reply to a dial under way is still noted.
 */
export const requestHangUp = (callId: string, now: Date) =>
  noteOn(
    callId,
    { hang_up_requested_at: now.toISOString() },
    anyOf(equals('status', 'dialing'), equals('status', 'ringing'), equals('status', 'in_progress')),
  );
