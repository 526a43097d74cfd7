import type { Transcriber } from '#shared/domain/assistant/transcribers.ts';
import type { CallCommand, Voice } from '#shared/ports/telephony.ts';
import type { AssistantRecord } from '#shared/store/assistants.ts';
import type { CallRecord } from '#shared/store/calls.ts';

/** A command on a call that the carrier has named; by its name it is always the same one, so twice is once. */
export const commandOn = (call: CallRecord, name: string): CallCommand => ({
  callControlId: call.call_control_id ?? '',
  commandId: `${call.id}-${name}`,
});

/** How an assistant sounds, as carriers are told. */
export const voiceOf = (assistant: AssistantRecord): Voice => ({
  provider: assistant.voice_provider,
  model: assistant.voice_model,
  voiceId: assistant.voice_id,
});

/** What listens for an assistant, as carriers are told. */
export const transcriberOf = (assistant: AssistantRecord): Transcriber => ({
  provider: assistant.transcriptor_provider,
  model: assistant.transcriptor_model,
  language: assistant.transcriptor_language,
});
