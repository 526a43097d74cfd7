import * as z from 'zod';
import type { Json } from '#infra/local/process/json-http.ts';
import { TelnyxRefusal } from './refusal.ts';

/** Telnyx's documented request fields. Anything else is refused, though Telnyx itself may overlook it. */
const E164 = z.string().regex(/^\+[1-9]\d{6,14}$/, 'e164');
const uuid = z.uuid();
const base64 = z.base64();
const RETRIES_MAX = 5;
const RETRIES_TOTAL_MAX_MS = 60_000;

const retriesPolicies = z.record(
  z.string(),
  z.strictObject({
    retries_ms: z
      .array(z.int().positive())
      .max(RETRIES_MAX)
      .refine((delays) => delays.reduce((sum, delay) => sum + delay, 0) <= RETRIES_TOTAL_MAX_MS),
  }),
);

const recording = {
  record: z.literal('record-from-answer').optional(),
  record_channels: z.enum(['single', 'dual']).optional(),
  record_format: z.enum(['wav', 'mp3']).optional(),
};

const command = { client_state: base64.optional(), command_id: uuid.optional() };

const assistant = z.strictObject({
  id: z.string().startsWith('assistant-'),
  instructions: z.string().optional(),
  greeting: z.string().max(3_000).optional(),
  model: z.string().optional(),
  llm_api_key_ref: z.string().optional(),
  external_llm: z
    .strictObject({
      base_url: z.url(),
      model: z.string(),
      llm_api_key_ref: z.string().optional(),
      forward_metadata: z.boolean().optional(),
    })
    .optional(),
  dynamic_variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  voice_settings: z.strictObject({ voice: z.string(), api_key_ref: z.string().optional() }).optional(),
});

export const BODIES = {
  dial: z.strictObject({
    ...command,
    ...recording,
    connection_id: z.string().min(1),
    from: E164,
    to: E164,
    answering_machine_detection: z
      .enum(['premium', 'detect', 'detect_beep', 'detect_words', 'greeting_end', 'disabled'])
      .optional(),
    timeout_secs: z.int().min(5).max(600).optional(),
    time_limit_secs: z.int().min(30).max(14_400).optional(),
    webhook_url: z.url().optional(),
    webhook_retries_policies: retriesPolicies.optional(),
  }),
  order: z.strictObject({
    phone_numbers: z.array(z.strictObject({ phone_number: E164 })).min(1),
    connection_id: z.string().optional(),
    customer_reference: z.string().optional(),
  }),
  integrationSecret: z.strictObject({
    identifier: z.string().min(1),
    type: z.literal('bearer'),
    token: z.string().min(1),
  }),
  updateNumber: z.strictObject({ connection_id: z.string().optional(), customer_reference: z.string().optional() }),
} as const;

/** Bodies of `POST /calls/{id}/actions/{action}`. */
export const ACTIONS = {
  answer: z.strictObject({ ...command, ...recording, webhook_retries_policies: retriesPolicies.optional() }),
  reject: z.strictObject({ ...command, cause: z.enum(['CALL_REJECTED', 'USER_BUSY']) }),
  hangup: z.strictObject(command),
  speak: z.strictObject({
    ...command,
    payload: z.string().min(1).max(3_000),
    payload_type: z.enum(['text', 'ssml']).optional(),
    voice: z.string().regex(/^(ElevenLabs|Azure|AWS|Telnyx)\../),
    voice_settings: z.strictObject({ type: z.string(), api_key_ref: z.string().optional() }).optional(),
  }),
  playback_stop: z.strictObject({ ...command, stop: z.enum(['current', 'all']).optional() }),
  transcription_start: z.strictObject({
    ...command,
    transcription_engine: z.string().optional(),
    transcription_engine_config: z.looseObject({ transcription_engine: z.string() }).optional(),
    transcription_tracks: z.enum(['inbound', 'outbound', 'both']).optional(),
  }),
  ai_assistant_start: z.strictObject({
    ...command,
    assistant,
    greeting: z.string().max(3_000).optional(),
    transcription: z
      .strictObject({ model: z.string(), language: z.string().optional(), region: z.string().optional() })
      .optional(),
    send_message_history_updates: z.boolean().optional(),
  }),
  ai_assistant_stop: z.strictObject(command),
} as const;

export type Action = keyof typeof ACTIONS;
export type AssistantStart = z.output<typeof ACTIONS.ai_assistant_start>;
export const isAction = (name: string): name is Action => Object.hasOwn(ACTIONS, name);

const refusalOf = (issue: z.core.$ZodIssue): TelnyxRefusal => {
  const pointer = `/${issue.path.join('/')}`;
  if (issue.message === 'e164') {
    return new TelnyxRefusal(422, '10016', 'Phone number must be in +E.164 format', { pointer });
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return new TelnyxRefusal(422, '10004', 'Missing required parameter', { pointer });
  }
  return new TelnyxRefusal(422, '10015', 'Bad Request', { detail: issue.message, pointer });
};

export const parseBody = <Schema extends z.ZodType>(schema: Schema, body: Json): z.output<Schema> => {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw refusalOf(parsed.error.issues[0] as z.core.$ZodIssue);
};
