import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';
import { commandOn, transcriberOf, voiceOf } from '#shared/engine/call/call-command.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { HostedConversations } from '#shared/ports/telephony.ts';
import { noteConversation } from '#shared/store/call/call-notes.ts';
import type { SceneCall } from '#shared/store/conversation/scenes.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import { type CallContext, conversationSettings, greetingOf, instructionsOf, readCallContext } from './call-context.ts';
import { type CommandPorts, commandOrPauseCampaign } from './retry-command.ts';

type HostPorts = CommandPorts & { conversations: HostedConversations } & Needs<'modelEndpointSecret'>;

/** Inputs that the carrier's engine handles alone. */
const HANDLED_BY_ENGINE: readonly ConversationInput['type'][] = ['answered', 'heard'];

/** A failure does not stop the call, because an earlier call may have shared the token. */
const shareModelToken = async (
  { conversations, modelEndpointSecret, log }: HostPorts,
  { call }: CallContext,
): Promise<string> => {
  const token = (await modelEndpointSecret()) ?? '';
  try {
    await conversations.shareModelToken(token);
  } catch (error) {
    const words = 'Could not give the carrier the token of our model endpoint; starting the conversation anyway.';
    log.error(words, error, { call_id: call.id });
  }
  return token;
};

/** Stores the conversation id now, because the event that carries it may be late or lost. */
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

/** A failure does not stop the call, because the carrier may only report that no engine runs. */
export const silenceEngine = async ({ conversations, log }: HostPorts, call: SceneCall): Promise<void> => {
  try {
    await conversations.stop(commandOn(call, 'stop-conversing'));
  } catch (error) {
    log.error("Could not stop the carrier's conversation engine; going on without.", error, { call_id: call.id });
  }
};

/**
 * Starts the carrier's own engine with this assistant's settings when somebody answers. The carrier may forget command
 * ids, so a conversation whose id is stored is not started again.
 */
const begin = async (ports: HostPorts, callId: string): Promise<void> => {
  const context = await readCallContext(ports.table, callId);
  if (!context) return;
  const { call } = context;
  const skipsEngine = call.answered_by === 'machine' && conversationSettings(context).voicemailPolicy !== 'continue';
  if (!skipsEngine && call.conversation_id === null) await start(ports, context);
};

/** Returns true if the input is handled by the carrier's engine; all others go to our own state machine. */
export const hostConversation = async (
  ports: HostPorts,
  callId: string,
  { type }: ConversationInput,
): Promise<boolean> => {
  if (type === 'answered') await begin(ports, callId);
  return HANDLED_BY_ENGINE.includes(type);
};
