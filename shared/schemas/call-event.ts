import * as z from 'zod';
import type { EventField } from '#shared/domain/call/event-data.ts';
import { CALL_EVENT_TYPES, type CallEvent as Event } from '#shared/domain/call/events.ts';

/** Longer than any carrier's; what a call and its numbers are found by becomes a key, and keys are bounded. */
const ID_MAX_CHARS = 255;
/** Ours, which the carrier gives back: far longer than any. */
const CLIENT_STATE_MAX_CHARS = 1_000;
const text = z.string().max(ID_MAX_CHARS).nullish();

/** Malformed details read as null, so that the event is not lost. */
const lenient = <Value extends z.ZodType>(value: Value) => value.nullish().catch(null);
const lenientText = lenient(z.string().max(ID_MAX_CHARS));

const RECORDING_URL_MAX_CHARS = 2000;
/** An event as the call webhook accepts it and the queue carries it; further fields are kept unchanged. */
export const callEvent = () =>
  z.object({
    type: z.enum(CALL_EVENT_TYPES),
    data: z.looseObject({
      call_control_id: z.string().max(ID_MAX_CHARS),
      call_leg_id: text,
      call_session_id: text,
      client_state: z.string().max(CLIENT_STATE_MAX_CHARS).nullish(),
      connection_id: text,
      from: text,
      to: text,
      direction: z.enum(['inbound', 'outbound']).nullish(),
      start_time: text,
      end_time: text,
      duration_secs: z.number().nullish(),
      hangup_cause: text,
      result: text,
      recording_url: lenient(z.string().max(RECORDING_URL_MAX_CHARS)),
      event_id: lenientText,
      occurred_at: lenientText,
      implies_completed: lenient(z.boolean()),
      command_id: lenientText,
      conversation_id: lenientText,
      transcription: lenient(z.object({ text: z.string(), isFinal: z.boolean() })),
      history: lenient(z.array(z.object({ role: z.string(), text: z.string() }))),
      turn: lenient(z.int()),
      cost: lenient(z.object({ totalUsd: z.string() })),
    } satisfies Record<EventField, z.ZodType>),
  }) satisfies z.ZodType<Event>;
/** Built when it is first used, not in every cold start. */
export const CallEvent = z.lazy(callEvent);

/** A verified carrier event with its time of receipt, or a silence check of a conversation. */
export const CallEventMessage = z.lazy(() =>
  z.union([
    z.object({ received_at: z.string(), event: CallEvent }),
    z.object({ silence_check: z.object({ id: z.string(), call_id: z.string(), turn: z.int() }) }),
  ]),
);
export type CallEventMessage = z.infer<typeof CallEventMessage>;
