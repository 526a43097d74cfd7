import type { CallEventType } from '#shared/domain/call/events.ts';

/** Telnyx' events and our names for them; all others are ignored. */
export const EVENT_TYPES: ReadonlyMap<string, CallEventType> = new Map([
  ['call.initiated', 'call.initiated'],
  ['call.answered', 'call.answered'],
  ['call.hangup', 'call.hangup'],
  ['call.machine.detection.ended', 'call.machine_detection.ended'],
  ['call.machine.premium.detection.ended', 'call.machine_detection.ended'],
  ['call.machine.greeting.ended', 'call.machine_greeting.ended'],
  ['call.machine.premium.greeting.ended', 'call.machine_greeting.ended'],
  ['call.recording.saved', 'call.recording.saved'],
  ['call.transcription', 'call.transcription'],
  ['call.speak.ended', 'call.speak.ended'],
  ['call.conversation.created', 'call.conversation.created'],
  ['call.conversation.ended', 'call.conversation.ended'],
  ['call.ai_gather.message_history_updated', 'call.conversation.history'],
  ['call.cost', 'call.cost'],
]);

/** At most five, 60 s in all: the most that Telnyx allows. Its own default is not documented. */
const EVENT_RETRIES_MS = [1_000, 2_000, 7_000, 20_000, 30_000];

/** `webhook_retries_policies` of a call. */
export const EVENT_RETRIES = Object.fromEntries(
  [...EVENT_TYPES.keys()].map((type) => [type, { retries_ms: EVENT_RETRIES_MS }]),
);
