import type { Transcriber } from '#shared/domain/assistant/transcribers.ts';
import type { Voice } from '#shared/ports/telephony.ts';
import type { AssistantRecord } from '#shared/store/assistants.ts';

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
