import * as z from 'zod';
import { BEEP } from '#shared/domain/call/lifecycle.ts';
import { verifyEd25519 } from '#shared/domain/signatures.ts';
import type { CarrierEvent, CarrierWebhook } from '#shared/ports/telephony.ts';
import { CALL_EVENT_TYPES, CallEvent } from '#shared/schemas/call-event.ts';

const text = z.string().optional().catch(undefined);

/** What the carrier tells beyond the fields of the call webhook; nonsense counts as not told. */
const Further = z.object({
  event_id: text,
  occurred_at: text,
  command_id: text,
  status: text,
  transcription_data: z.object({ transcript: z.string(), is_final: z.boolean() }).optional().catch(undefined),
  cost: z.object({ total_usd: z.string() }).optional().catch(undefined),
});
type Further = z.output<typeof Further>;
const FURTHER_FIELDS = new Set([...Object.keys(Further.shape), 'transcription', 'conversation_id', 'history']);

const KNOWN_TYPES: ReadonlySet<string> = new Set([...CALL_EVENT_TYPES, 'call.speak.ended']);

type EventData = CarrierEvent['data'];

/** What an event was sent for; undefined when it lacks that, or when the product does not need it. */
const ownFields = (
  { type, data }: CallEvent,
  { transcription_data, cost }: Further,
): Partial<EventData> | undefined => {
  switch (type) {
    case 'call.transcription':
      return (
        transcription_data && {
          transcription: { text: transcription_data.transcript, isFinal: transcription_data.is_final },
        }
      );
    case 'call.machine_greeting.ended':
      return { result: data.result === 'beep_detected' ? BEEP : null };
    case 'call.cost':
      return cost && { cost: { totalUsd: cost.total_usd } };
    default:
      return KNOWN_TYPES.has(type) ? {} : undefined;
  }
};

/** Without the fields that have no value. */
const present = (fields: Record<string, unknown>): Partial<EventData> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Events of the simulated carrier. `publicKey` is the base64 of 32 bytes; the signature over the raw body has no time. */
export const simulatedWebhook = ({ publicKey }: { publicKey: string }): CarrierWebhook => ({
  verify: async ({ headers, body }) => verifyEd25519(publicKey, body, headers['telephony-signature-ed25519']),

  normalise(body) {
    const event = CallEvent.safeParse(body).data;
    const further = Further.safeParse(event?.data).data;
    const own = event && further && ownFields(event, further);
    if (!own) return [];
    const { call_control_id } = event.data;
    const told = Object.fromEntries(Object.entries(event.data).filter(([field]) => !FURTHER_FIELDS.has(field)));
    const { event_id, occurred_at, command_id, status } = further;
    const identity = present({ event_id, occurred_at, command_id, status });
    return [{ type: event.type, data: { ...present(told), ...identity, ...own, call_control_id } }];
  },
});
