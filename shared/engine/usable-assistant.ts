import { KNOWN_TRANSCRIPTORS } from '#shared/domain/assistant-templates.ts';
import type { AssistantRecord } from '#shared/store/assistants.ts';

/** Why an assistant cannot place calls; null when it can. */
export const assistantProblem = (assistant: AssistantRecord | undefined): string | null => {
  if (!assistant || assistant.deleted_at !== null) return 'The assistant of this campaign was deleted.';
  if (!assistant.outbound_enabled) {
    return `The assistant "${assistant.name}" may not place calls: outbound_enabled is false.`;
  }
  if (!KNOWN_TRANSCRIPTORS.includes(assistant.transcriptor_provider)) {
    const known = KNOWN_TRANSCRIPTORS.join(', ');
    return `The assistant's transcriptor_provider "${assistant.transcriptor_provider}" cannot be used for calls; use one of ${known}.`;
  }
  return null;
};
