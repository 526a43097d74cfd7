import * as z from 'zod';
import type { CallEventData } from '#shared/domain/call/event-data.ts';
import { BEEP } from '#shared/domain/call/lifecycle.ts';
import { verifyEd25519 } from '#shared/domain/signatures.ts';
import type { CarrierWebhook } from '#shared/ports/telephony.ts';
import { callEvent } from '#shared/schemas/call-event.ts';

const text = z.string().optional().catch(undefined);

/** An event of the call webhook, plus fields in the carrier's own form; malformed ones read as undefined. */
const Delivery = z.lazy(() => {
  const event = callEvent();
  return event.extend({
    data: event.shape.data.extend({
      event_id: text,
      occurred_at: text,
      command_id: text,
      status: text,
      transcription_data: z.object({ transcript: z.string(), is_final: z.boolean() }).optional().catch(undefined),
      cost: z.object({ total_usd: z.string() }).optional().catch(undefined),
    }),
  });
});
type Delivery = z.output<typeof Delivery>;

/** The fields specific to an event's type; undefined if they are missing or the carrier has no such event. */
const ownFields = ({ type, data }: Delivery): Partial<CallEventData> | undefined => {
  const { transcription_data, cost } = data;
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
    case 'call.conversation.created':
    case 'call.conversation.ended':
    case 'call.conversation.history':
      return undefined;
    default:
      return {};
  }
};

/** Events of the simulated carrier. `publicKey` is base64 of 32 bytes; the signature covers the raw body, no time. */
export const simulatedWebhook = ({ publicKey }: { publicKey: string }): CarrierWebhook => ({
  verify: async ({ headers, body }) => verifyEd25519(publicKey, body, headers['telephony-signature-ed25519']),

  normalise(body) {
    const delivery = Delivery.safeParse(body).data;
    const own = delivery && ownFields(delivery);
    if (!own) return [];
    const { transcription_data, cost, transcription, conversation_id, history, ...common } = delivery.data;
    return [{ type: delivery.type, data: { ...common, ...own } }];
  },
});
