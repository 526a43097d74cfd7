import { DIAL_REPLY_DEADLINE_MS, LOOK_UP_DEADLINE_MS, type Telephony } from '#shared/ports/telephony.ts';
import {
  type ConversationSettings,
  hostedConversations,
} from '#shared/providers/telephony/telnyx/conversation/conversations.ts';
import { type TelnyxAccess, telnyxRequests } from './client.ts';
import { callCommands } from './commands.ts';
import { deletions } from './deletions.ts';
import { dialer } from './dial.ts';
import { findCall } from './find-call.ts';
import { phoneNumbers } from './numbers.ts';

export interface TelnyxSettings extends Omit<TelnyxAccess, 'deadlineMs'>, Omit<ConversationSettings, 'assistantId'> {
  /** The shell assistant; without it no conversations are hosted. */
  assistantId?: string | undefined;
  /** The Call Control application that calls go through. */
  connectionId: string;
  /** How long to wait for Telnyx. */
  deadlineMs?: number;
}

/** The telephony port over Telnyx' official SDK. With a shell assistant Telnyx hosts conversations. */
export const telnyxTelephony = (settings: TelnyxSettings): Telephony => {
  const { connectionId, assistantId, llm, voiceKeyRef, deadlineMs = DIAL_REPLY_DEADLINE_MS } = settings;
  const request = telnyxRequests({ ...settings, deadlineMs });
  const lookUp = telnyxRequests({ ...settings, deadlineMs: Math.min(deadlineMs, LOOK_UP_DEADLINE_MS) });
  return {
    providerName: 'telnyx',
    ...phoneNumbers(request, { connectionId, deadlineMs }),
    dial: dialer(request, connectionId),
    findCall: findCall(lookUp, connectionId),
    ...callCommands(request, voiceKeyRef),
    ...deletions(request),
    ...(assistantId && { conversations: hostedConversations(request, { assistantId, llm, voiceKeyRef }) }),
  };
};
