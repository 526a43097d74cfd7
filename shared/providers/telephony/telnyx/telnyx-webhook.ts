import { TelnyxWebhook } from 'telnyx/lib/webhooks';
import * as z from 'zod';
import type { CallEventData } from '#shared/domain/call/event-data.ts';
import type { CallEventType } from '#shared/domain/call/events.ts';
import { BEEP } from '#shared/domain/call/lifecycle.ts';
import type { CarrierWebhook } from '#shared/ports/telephony.ts';
import { EVENT_TYPES } from './event-types.ts';

/** Far longer than any that Telnyx sends; a longer one reads as absent, because it could not become a key. */
const TEXT_MAX_CHARS = 1_000;
const ID_MAX_CHARS = 255;
const id = z.string().max(ID_MAX_CHARS).nullish().catch(null);
const text = z.string().max(TEXT_MAX_CHARS).nullish().catch(null);

const address = z.string().nullish().catch(null);

const Payload = z.object({
  call_control_id: id,
  call_leg_id: id,
  call_session_id: id,
  client_state: text,
  connection_id: id,
  from: id,
  to: id,
  direction: text,
  start_time: id,
  hangup_cause: id,
  result: id,
  status: id,
  conversation_id: id,
  total_cost: text,
  recording_urls: z.object({ wav: address, mp3: address }).nullish().catch(null),
  message_history: z
    .array(z.object({ role: z.string().catch(''), content: z.string().catch('') }))
    .nullish()
    .catch(null),
  transcription_data: z
    .object({ transcript: z.string(), is_final: z.boolean().catch(true) })
    .nullish()
    .catch(null),
});
type Payload = z.output<typeof Payload>;

const Delivery = z.object({
  data: z.object({
    event_type: z.string(),
    id: z.string().max(ID_MAX_CHARS).optional().catch(undefined),
    occurred_at: z.string().max(ID_MAX_CHARS).optional().catch(undefined),
    payload: Payload,
  }),
});

const DIRECTIONS = new Map<unknown, 'inbound' | 'outbound'>([
  ['incoming', 'inbound'],
  ['outgoing', 'outbound'],
]);

/** SIP's "not found" means an invalid number, because calling again cannot succeed. */
const HANGUP_CAUSES = new Map<unknown, string>([['not_found', 'invalid_number']]);

/** Results of standard and premium detection. Silence and doubt are neither, because somebody may be listening. */
const DETECTIONS = new Map<unknown, 'human' | 'machine'>([
  ['human', 'human'],
  ['human_residence', 'human'],
  ['human_business', 'human'],
  ['machine', 'machine'],
  ['fax_detected', 'machine'],
]);

/** The only end of a greeting that proves a mailbox; `ended` and `no_beep_detected` prove nothing. */
const BEEP_DETECTED = 'beep_detected';

const transcriptionOf = ({ transcript, is_final }: NonNullable<Payload['transcription_data']>) => ({
  text: transcript,
  isFinal: is_final,
});

const SPEAKERS: readonly string[] = ['assistant', 'user'];

const historyOf = (messages: NonNullable<Payload['message_history']>) =>
  messages.filter(({ role }) => SPEAKERS.includes(role)).map(({ role, content }) => ({ role, text: content }));

/** The fields specific to an event's type; null if the event lacks what it was sent for. */
const ownFields = (type: CallEventType, payload: Payload, occurredAt: string | null): Partial<CallEventData> | null => {
  const { hangup_cause, recording_urls, transcription_data, conversation_id, total_cost } = payload;
  switch (type) {
    case 'call.initiated':
      return { direction: DIRECTIONS.get(payload.direction) ?? null };
    case 'call.answered':
      return { implies_completed: true };
    case 'call.hangup':
      return {
        hangup_cause: HANGUP_CAUSES.get(hangup_cause) ?? hangup_cause ?? null,
        end_time: occurredAt,
        implies_completed: true,
      };
    case 'call.machine_detection.ended':
      return { result: DETECTIONS.get(payload.result) ?? 'unknown' };
    case 'call.machine_greeting.ended':
      return { result: payload.result === BEEP_DETECTED ? BEEP : null };
    case 'call.recording.saved':
      return { recording_url: recording_urls?.wav ?? recording_urls?.mp3 ?? null };
    case 'call.speak.ended':
      return { status: payload.status ?? null };
    case 'call.transcription':
      return transcription_data ? { transcription: transcriptionOf(transcription_data) } : null;
    case 'call.conversation.created':
    case 'call.conversation.ended':
      return conversation_id ? { conversation_id } : null;
    case 'call.conversation.history':
      return payload.message_history ? { history: historyOf(payload.message_history) } : null;
    case 'call.cost':
      return total_cost ? { cost: { totalUsd: total_cost } } : null;
    default:
      return {};
  }
};

/** `call.recording.saved` has no call control id: its call is found by `call_leg_id`. */
const commonFields = (payload: Payload): CallEventData => ({
  call_control_id: payload.call_control_id ?? '',
  call_leg_id: payload.call_leg_id ?? null,
  call_session_id: payload.call_session_id ?? null,
  client_state: payload.client_state ?? null,
  connection_id: payload.connection_id ?? null,
  from: payload.from ?? null,
  to: payload.to ?? null,
  start_time: payload.start_time ?? null,
});

/**
 * Events of Telnyx. `publicKey` is the one that its portal shows: base64 of 32 bytes. The SDK accepts a signature
 * within five minutes of its time, by its own clock. Telnyx sends no `call.completed`: a call ends with `call.hangup`.
 */
export const telnyxWebhook = ({ publicKey }: { publicKey: string }): CarrierWebhook => ({
  async verify({ headers, body }) {
    const present = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
    try {
      await new TelnyxWebhook(publicKey).verify(body.toString('utf8'), Object.fromEntries(present));
      return true;
    } catch {
      return false;
    }
  },

  normalise(body) {
    const { data } = Delivery.safeParse(body).data ?? {};
    const type = data && EVENT_TYPES.get(data.event_type);
    if (!type) return [];
    const { id, occurred_at, payload } = data;
    const own = ownFields(type, payload, occurred_at ?? null);
    if (!own) return [];
    const origin = { ...(id && { event_id: id }), ...(occurred_at && { occurred_at }) };
    return [{ type, data: { ...commonFields(payload), ...origin, ...own } }];
  },
});
