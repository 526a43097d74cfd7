import { type TranscribedBy, transcriberProblem } from '#shared/domain/transcribers.ts';
import type { AssistantRecord } from '#shared/store/assistants.ts';
import { transcriberOf } from './speech.ts';

const problemOfTranscriber = (assistant: AssistantRecord, by: TranscribedBy): string | null =>
  transcriberProblem(transcriberOf(assistant), by);

/** Whether an assistant could hear what is said; one that cannot must not take a call. */
export const hasTranscriber = (assistant: AssistantRecord, by: TranscribedBy): boolean =>
  problemOfTranscriber(assistant, by) === null;

/** Why an assistant cannot place calls; null when it can. */
export const assistantProblem = (assistant: AssistantRecord | undefined, by: TranscribedBy): string | null => {
  if (!assistant || assistant.deleted_at !== null) return 'The assistant of this campaign was deleted.';
  if (!assistant.outbound_enabled) {
    return `The assistant "${assistant.name}" may not place calls: outbound_enabled is false.`;
  }
  const problem = problemOfTranscriber(assistant, by);
  return problem && `The assistant "${assistant.name}" cannot place calls: ${problem}`;
};
