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

const GUARDRAILS =
  'Speak in short sentences. Never invent facts. Say that you are an AI assistant when asked. ' +
  'If the person asks not to be called again, confirm that you will not, and end the call politely.';

/** What an assistant starts with; every value can be changed afterwards. */
export const ASSISTANT_TEMPLATES = {
  'outbound-setter': {
    ...COMMON,
    first_message: 'Hello {{contact.first_name}}, do you have a minute?',
    system_prompt: `You call {{contact.first_name}} {{contact.last_name}} of {{company.name}} to arrange a meeting. Find a date that suits them and confirm it. ${GUARDRAILS}`,
    inbound_enabled: false,
    outbound_enabled: true,
  },
  'inbound-support': {
    ...COMMON,
    temperature: 0.4,
    first_message: 'Hello, how can I help you today?',
    system_prompt: `You answer calls from customers. Find out what they need, solve it or note it for the team, and sum up before you say goodbye. ${GUARDRAILS}`,
    inbound_enabled: true,
    outbound_enabled: false,
  },
  'follow-up': {
    ...COMMON,
    temperature: 0.5,
    first_message: 'Hello {{contact.first_name}}, I am calling back about our last conversation.',
    system_prompt: `You follow up with {{contact.first_name}} {{contact.last_name}} of {{company.name}} after an earlier conversation. Ask whether anything is open and agree on the next step. ${GUARDRAILS}`,
    inbound_enabled: false,
    outbound_enabled: true,
  },
  custom: {
    ...COMMON,
    first_message: 'Hello, how can I help you?',
    system_prompt: `You are a helpful voice assistant. ${GUARDRAILS}`,
    inbound_enabled: true,
    outbound_enabled: true,
  },
} as const satisfies Record<TemplateId, object>;

/** Speech-to-text providers that calls can use; the API stores any, and a run refuses the unknown ones. */
export const KNOWN_TRANSCRIPTORS: readonly string[] = [
  'deepgram',
  'assemblyai',
  'azure',
  'google',
  'openai',
  'soniox',
  'speechmatics',
  'xai',
];
