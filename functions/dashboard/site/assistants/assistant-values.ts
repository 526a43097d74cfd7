import type { OutputOf } from '#shared/client/client.ts';

export type Assistant = OutputOf<'getAssistant'>['assistant'];

/** What a person may set. */
type Configuration = Omit<Assistant, 'id' | 'account_id' | 'type' | 'created_at' | 'updated_at'>;

/** The form's values: switches, and everything else as it is typed. */
export type AssistantValues = {
  [Name in keyof Configuration]: Configuration[Name] extends boolean ? boolean : string;
};

type FieldName = keyof AssistantValues;

const isNumber = (name: FieldName): boolean => name === 'temperature' || name === 'max_tokens';

/** An assistant's configuration as its form shows it. */
export const valuesOf = (assistant: Assistant): AssistantValues => ({
  name: assistant.name,
  first_message: assistant.first_message,
  system_prompt: assistant.system_prompt,
  provider: assistant.provider,
  model: assistant.model,
  temperature: String(assistant.temperature),
  max_tokens: String(assistant.max_tokens),
  voice_provider: assistant.voice_provider,
  voice_model: assistant.voice_model,
  voice_id: assistant.voice_id,
  voice_name: assistant.voice_name,
  transcriptor_provider: assistant.transcriptor_provider,
  transcriptor_model: assistant.transcriptor_model,
  transcriptor_language: assistant.transcriptor_language,
  recording_enabled: assistant.recording_enabled,
  inbound_enabled: assistant.inbound_enabled,
  outbound_enabled: assistant.outbound_enabled,
});

/** The values that differ from those before. */
export const changedValues = (before: AssistantValues, after: AssistantValues): Partial<AssistantValues> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as FieldName]),
  ) as Partial<AssistantValues>;

/** Text that is no number becomes null on its way, which the service refuses in words. */
const sentValue = (name: FieldName, value: string | boolean): string | boolean | number => {
  if (!isNumber(name)) return value;
  return String(value).trim() === '' ? Number.NaN : Number(value);
};

/** What a PATCH says: the changed fields, and nothing else. */
export const changesOf = (before: AssistantValues, after: AssistantValues): Partial<Configuration> =>
  Object.fromEntries(
    Object.entries(changedValues(before, after)).map(([name, value]) => [name, sentValue(name as FieldName, value)]),
  ) as Partial<Configuration>;
