import { secondsAfter } from '#shared/domain/time.ts';
import { keys } from '#shared/store/keys.ts';
import { anyOf, below, type Condition, equals, present, type UpdateOperation } from '#shared/store/table/table.ts';
import type { CallRecord } from './calls.ts';

/** Sets a field with a single writer that no decision depends on, so the version stays. */
const noteOn = (callId: string, set: Partial<CallRecord>, when: Condition = present('pk')): UpdateOperation => ({
  update: keys.call(callId),
  set,
  when: [when],
});

export const noteRecording = (callId: string, recording_key: string) => noteOn(callId, { recording_key });

export const noteAsked = (callId: string, now: Date) => noteOn(callId, { asked_at: now.toISOString() });

export const noteError = (callId: string, error: string) => noteOn(callId, { error });

/** Notes a look after a stray call; fails if there was one a moment ago. */
export const noteStrayLook = (callId: string, now: Date, apartSeconds: number) =>
  noteOn(
    callId,
    { stray_look_at: now.toISOString() },
    anyOf(equals('stray_look_at', null), below('stray_look_at', secondsAfter(now, -apartSeconds).toISOString())),
  );

/** Keeps the first conversation id of a call. */
export const noteConversation = (callId: string, conversation_id: string) =>
  noteOn(callId, { conversation_id }, equals('conversation_id', null));
