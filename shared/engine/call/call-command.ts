import type { CallCommand, Transcriber, Voice } from '#shared/ports/telephony.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import type { SceneRecord } from '#shared/store/conversation/scenes.ts';

/** The same call and name give the same command id, so the carrier executes a repeated command once. */
export const commandOn = (call: Pick<CallRecord, 'id' | 'call_control_id'>, name: string): CallCommand => ({
  callControlId: call.call_control_id ?? '',
  commandId: `${call.id}-${name}`,
});

/** An assistant's voice in the carrier port's form. */
export const voiceOf = (assistant: SceneRecord['assistant']): Voice => ({
  provider: assistant.voice_provider,
  model: assistant.voice_model,
  voiceId: assistant.voice_id,
});

/** An assistant's transcriber in the carrier port's form. */
export const transcriberOf = (assistant: SceneRecord['assistant']): Transcriber => ({
  provider: assistant.transcriptor_provider,
  model: assistant.transcriptor_model,
  language: assistant.transcriptor_language,
});
