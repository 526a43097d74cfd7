import { CUSTOM_PROMPT, FOLLOW_UP_PROMPT, INBOUND_SUPPORT_PROMPT, OUTBOUND_SETTER_PROMPT } from './prompts.ts';

export const TEMPLATE_IDS = ['outbound-setter', 'inbound-support', 'follow-up', 'custom'] as const;
export type TemplateId = (typeof TEMPLATE_IDS)[number];

const COMMON = {
  provider: 'openai',
  model: 'gpt-4.1-mini',
  temperature: 0.7,
  max_tokens: 250,
  voice_provider: 'elevenlabs',
  voice_model: 'eleven_flash_v2_5',
  voice_id: '21m00Tcm4TlvDq8ikWAM',
  voice_name: 'Rachel',
  transcriptor_provider: 'deepgram',
  transcriptor_model: 'nova-3',
  transcriptor_language: 'en-US',
  recording_enabled: true,
} as const;

/** An assistant's initial values; all can be changed later. */
export const ASSISTANT_TEMPLATES = {
  'outbound-setter': {
    ...COMMON,
    first_message:
      'Hello {{contact.first_name}}, this is an AI assistant, and this call may be recorded. I am calling to see whether a short meeting makes sense for you. Do you have a minute?',
    system_prompt: OUTBOUND_SETTER_PROMPT,
    inbound_enabled: false,
    outbound_enabled: true,
  },
  'inbound-support': {
    ...COMMON,
    temperature: 0.4,
    first_message:
      'Hello, you are speaking with an AI assistant, and this call may be recorded. How can I help you today?',
    system_prompt: INBOUND_SUPPORT_PROMPT,
    inbound_enabled: true,
    outbound_enabled: false,
  },
  'follow-up': {
    ...COMMON,
    temperature: 0.5,
    first_message:
      'Hello {{contact.first_name}}, this is an AI assistant, and this call may be recorded. I am calling back about our last conversation. Is this a good moment?',
    system_prompt: FOLLOW_UP_PROMPT,
    inbound_enabled: false,
    outbound_enabled: true,
  },
  custom: {
    ...COMMON,
    first_message: 'Hello, this is an AI assistant, and this call may be recorded. How can I help you?',
    system_prompt: CUSTOM_PROMPT,
    inbound_enabled: true,
    outbound_enabled: true,
  },
} as const satisfies Record<TemplateId, object>;
