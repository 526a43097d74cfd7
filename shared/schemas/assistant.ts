import * as z from 'zod';
import { MODEL_PROVIDERS } from '#shared/domain/assistant/model-providers.ts';
import { TEMPLATE_IDS } from '#shared/domain/assistant/templates.ts';
import { accountSlug, id, longText, name, timestamp } from './fields/primitives.ts';

const VOICE_PROVIDERS = ['elevenlabs', 'azure'] as const;
const TEMPERATURE_MAX = 2;
const MAX_TOKENS_MAX = 1_000_000;
const PROMPT_MAX_CHARS = 50_000;
const TEMPERATURE_DECIMALS = 4;

const BCP_47 = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

const round = (value: number): number => Number(value.toFixed(TEMPERATURE_DECIMALS));

const configuration = {
  name: name('Human-readable name.', 'Front desk'),
  first_message: longText('First utterance when a call connects.', 'Hello, this is Ada.', PROMPT_MAX_CHARS),
  system_prompt: longText(
    'Behaviour instructions; may contain variables such as {{contact.first_name}}.',
    'You call {{contact.first_name}} to arrange a meeting.',
    PROMPT_MAX_CHARS,
  ),
  provider: z.enum(MODEL_PROVIDERS).meta({ description: 'Language-model provider.', examples: ['openai'] }),
  model: name('Language-model identifier.', 'gpt-4.1-mini'),
  temperature: z
    .number()
    .min(0)
    .max(TEMPERATURE_MAX)
    .transform(round)
    .meta({ description: 'Sampling temperature.', examples: [0.7] }),
  max_tokens: z
    .int()
    .min(1)
    .max(MAX_TOKENS_MAX)
    .meta({ description: 'Maximum tokens per response.', examples: [250] }),
  voice_provider: z.enum(VOICE_PROVIDERS).meta({ description: 'Text-to-speech provider.', examples: ['elevenlabs'] }),
  voice_model: name('Voice model of that provider.', 'eleven_flash_v2_5'),
  voice_id: name('Voice within the provider.', '21m00Tcm4TlvDq8ikWAM'),
  voice_name: name('Human-readable voice label.', 'Rachel'),
  transcriptor_provider: name('Speech-to-text provider; an open list.', 'deepgram'),
  transcriptor_model: name('Transcription model.', 'nova-3'),
  transcriptor_language: z
    .string()
    .max(35)
    .regex(BCP_47, 'must be a BCP-47 language code, such as en-US')
    .meta({ description: 'BCP-47 language code.', examples: ['en-US'] }),
  recording_enabled: z.boolean().meta({ description: 'Stereo call recording.', examples: [true] }),
  inbound_enabled: z.boolean().meta({ description: 'May receive inbound calls.', examples: [false] }),
  outbound_enabled: z.boolean().meta({ description: 'May place outbound calls.', examples: [true] }),
};

export const Assistant = z
  .object({
    id: id('assistant', 'asst_01JNB4Q8Z6W2'),
    account_id: id('owning account', 'acct_01JNB4Q8Z6W2'),
    type: z.enum(TEMPLATE_IDS).meta({ description: 'Template used at creation.', examples: ['outbound-setter'] }),
    ...configuration,
    temperature: z.number().meta({ description: 'Sampling temperature.', examples: [0.7] }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Assistant' });
export type Assistant = z.output<typeof Assistant>;

export const CreateAssistantBody = z.object({
  accountSlug,
  name: configuration.name,
  templateId: z
    .enum(TEMPLATE_IDS)
    .default('custom')
    .meta({ examples: ['outbound-setter'] }),
});

export const UpdateAssistantBody = z.object({
  accountSlug,
  ...z.object(configuration).partial().shape,
});
