import type { TranscriberCheck } from '#shared/ports/telephony.ts';
import type { AssistantRecord } from '#shared/store/assistants.ts';
import { transcriberOf } from './call-command.ts';

/** Why an assistant cannot place calls; null when it can. */
export const outboundProblem = (assistant: AssistantRecord | undefined, check: TranscriberCheck): string | null => {
  if (!assistant || assistant.deleted_at !== null) return 'The assistant was deleted.';
  if (!assistant.outbound_enabled) {
    return `The assistant "${assistant.name}" may not place calls: outbound_enabled is false.`;
  }
  const problem = check(transcriberOf(assistant));
  return problem && `The assistant "${assistant.name}" cannot place calls: ${problem}`;
};

/** Why a number's assistant cannot take a call; null when it can. */
export const inboundProblem = (assistant: AssistantRecord | undefined, check: TranscriberCheck): string | null => {
  if (!assistant) return 'No assistant is assigned to the number that was called.';
  if (assistant.deleted_at !== null) return 'The assistant of the number that was called was deleted.';
  if (!assistant.inbound_enabled) return `The assistant "${assistant.name}" takes no calls: inbound_enabled is false.`;
  const problem = check(transcriberOf(assistant));
  return problem && `The assistant "${assistant.name}" cannot take calls: ${problem}`;
};
