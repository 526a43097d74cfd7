import { DIAL_ANSWER_DEADLINE_MS, type Telephony } from '#shared/ports/telephony.ts';
import { type TelnyxAccess, telnyxRequests } from './client.ts';
import { callCommands } from './commands.ts';
import { type ConversationSettings, hostedConversations } from './conversations.ts';
import { dialer } from './dial.ts';
import { callFinder } from './find-call.ts';
import { phoneNumbers } from './numbers.ts';

export interface TelnyxSettings extends Omit<TelnyxAccess, 'deadlineMs'>, Omit<ConversationSettings, 'assistantId'> {
  /** The shell assistant; without it Telnyx leads no conversations. */
  assistantId?: string | undefined;
  /** The Call Control application that calls go through. */
  connectionId: string;
  /** How long Telnyx is waited for. */
  deadlineMs?: number;
}

/** Telnyx, through its official SDK, as the product's telephony port. It hosts conversations if it has an assistant for it. */
export const telnyxTelephony = (settings: TelnyxSettings): Telephony => {
  const { connectionId, assistantId, llm, voiceKeyRef, deadlineMs = DIAL_ANSWER_DEADLINE_MS } = settings;
  const request = telnyxRequests({ ...settings, deadlineMs });
  return {
    providerName: 'telnyx',
    ...phoneNumbers(request, { connectionId, deadlineMs }),
    dial: dialer(request, connectionId),
    findCall: callFinder(request, connectionId),
    ...callCommands(request, voiceKeyRef),
    ...(assistantId && { conversations: hostedConversations(request, { assistantId, llm, voiceKeyRef }) }),
  };
};
