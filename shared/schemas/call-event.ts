import * as z from 'zod';

export const CALL_EVENT_TYPES = [
  'call.initiated',
  'call.answered',
  'call.completed',
  'call.hangup',
  'call.machine_detection.ended',
  'call.recording.saved',
] as const;

const text = (example: string) => z.string().meta({ examples: [example] });
const optionalText = (example: string) =>
  z
    .string()
    .nullish()
    .meta({ examples: [example] });

/** Nonsense counts as not told: an event is worth more than its details. */
const lenientText = z.string().nullish().catch(null);

const RECORDING_URL_MAX_CHARS = 2000;
/** A carrier event as it arrives at the call webhook; fields beyond these are kept as they came. */
export const CallEvent = z
  .object({
    type: text('call.initiated').meta({ description: `One of ${CALL_EVENT_TYPES.join(', ')}; others are ignored.` }),
    data: z.looseObject({
      call_control_id: text('v3:call-1'),
      call_leg_id: optionalText('leg-1'),
      call_session_id: optionalText('session-1'),
      client_state: optionalText('eyJjYWxsX2lkIjoiY2FsbF8xIn0='),
      connection_id: optionalText('conn-1'),
      from: optionalText('+14155550123'),
      to: optionalText('+14155550001'),
      direction: z
        .enum(['inbound', 'outbound'])
        .nullish()
        .meta({ examples: ['outbound'] }),
      start_time: optionalText('2026-03-02T15:00:00.000Z'),
      end_time: optionalText('2026-03-02T15:01:00.000Z'),
      duration_secs: z
        .number()
        .nullish()
        .meta({ examples: [60] }),
      hangup_cause: optionalText('normal_clearing'),
      result: optionalText('human'),
      recording_url: z
        .string()
        .max(RECORDING_URL_MAX_CHARS)
        .nullish()
        .catch(null)
        .meta({ examples: ['https://recordings.example/1.wav'] }),
      event_id: lenientText,
      occurred_at: lenientText,
      /** A hangup after which no `call.completed` comes. */
      is_last: z.boolean().nullish().catch(null),
      command_id: lenientText,
      conversation_id: lenientText,
      transcription: z.object({ text: z.string(), isFinal: z.boolean() }).nullish().catch(null),
      history: z
        .array(z.object({ role: z.string(), text: z.string() }))
        .nullish()
        .catch(null),
      cost: z.looseObject({ totalUsd: z.string().optional() }).nullish().catch(null),
    }),
  })
  .meta({ id: 'CallEvent' });
export type CallEvent = z.output<typeof CallEvent>;
