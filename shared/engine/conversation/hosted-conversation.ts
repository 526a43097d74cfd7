import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';
import { commandOn, transcriberOf, voiceOf } from '#shared/engine/call/call-command.ts';
import type { Secret } from '#shared/ports/secrets.ts';
import type { HostedConversations } from '#shared/ports/telephony.ts';
import { noteConversation } from '#shared/store/calls.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import { type CallContext, conversationSettings, greetingOf, instructionsOf } from './call-context.ts';
import { type CommandPorts, commandOrPauseCampaign } from './retry-command.ts';

export interface HostPorts extends CommandPorts {
  conversations: HostedConversations;
  modelEndpointSecret: Secret;
}

/** What the carrier's engine deals with alone: it begins, listens and answers. */
const IS_THE_ENGINES: readonly ConversationInput['type'][] = ['answered', 'heard'];

/** An earlier call may have shared it, so a failure is no reason to leave somebody without an assistant. */
const shareModelToken = async (
  { conversations, modelEndpointSecret, log }: HostPorts,
  { call }: CallContext,
): Promise<string> => {
  const token = (await modelEndpointSecret()) ?? '';
  try {
    await conversations.shareModelToken(token);
  } catch (error) {
    log.error('The carrier took no token for our model endpoint.', error, { call_id: call.id });
  }
  return token;
};

/** Which conversation it is, is noted at once: the carrier's event that tells it may be late, or lost. */
const start = async (ports: HostPorts, context: CallContext): Promise<void> => {
  const { call, assistant } = context;
  const conversation = {
    ...commandOn(call, 'converse'),
    callId: call.id,
    modelToken: await shareModelToken(ports, context),
    instructions: instructionsOf(context),
    greeting: greetingOf(context),
    model: { provider: assistant.provider, name: assistant.model },
    voice: voiceOf(assistant),
    transcriber: transcriberOf(assistant),
  };
  const conversation_id = await commandOrPauseCampaign(ports, call, () => ports.conversations.start(conversation));
  if (conversation_id === undefined) return;
  await succeeded(ports.table.write(noteConversation(call.id, conversation_id)));
};

/** Where no engine runs, the carrier may say that there is nothing to stop; the message is left all the same. */
export const silenceEngine = async ({ conversations, log }: HostPorts, { call }: CallContext): Promise<void> => {
  try {
    await conversations.stop(commandOn(call, 'stop-conversing'));
  } catch (error) {
    log.error("The carrier's conversation engine could not be stopped.", error, { call_id: call.id });
  }
};

/**
 * The carrier's own engine leads the conversation: it is started when somebody answers, with this assistant's settings. Its
 * command ids follow from the call, so twice is once; the carrier may forget them, so a conversation that is known is not
 * started again.
 *
 * Answers whether the input is dealt with; all others lead our own state of the conversation on.
 */
export const hostConversation = async (
  ports: HostPorts,
  context: CallContext,
  input: ConversationInput,
): Promise<boolean> => {
  const { call } = context;
  const isForNobody = call.answered_by === 'machine' && conversationSettings(context).voicemailPolicy !== 'continue';
  if (input.type === 'answered' && !isForNobody && call.conversation_id === null) await start(ports, context);
  return IS_THE_ENGINES.includes(input.type);
};
