import { step } from '#shared/domain/conversation/conversation.ts';
import type { ConversationAction, ConversationInput } from '#shared/domain/conversation/conversation-state.ts';
import { asksNotToBeCalled } from '#shared/domain/conversation/opt-out-request.ts';
import { derivedId } from '#shared/domain/ids.ts';
import { commandOn, transcriberOf, voiceOf } from '#shared/engine/call/call-command.ts';
import { applyOptOut, type OptOutPorts } from '#shared/engine/do-not-call/apply-opt-out.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { LanguageModelError } from '#shared/ports/language-models.ts';
import { QUEUE_DELAY_MAX_SECONDS } from '#shared/ports/queue-sender.ts';
import type { ConversationMessage } from '#shared/schemas/messages.ts';
import { getConversation, writeConversation } from '#shared/store/conversations.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { type CallContext, conversationSettings, instructionsOf, readCallContext } from './call-context.ts';
import { hostConversation, silenceEngine } from './hosted-conversation.ts';
import { noteScreening } from './note-screening.ts';
import { commandOrEndCall, commandOrPauseCampaign, haltCampaignOf, retryCommand } from './retry-command.ts';

type ConversePorts = OptOutPorts &
  Needs<'telephony' | 'models' | 'modelEndpointSecret' | 'callEventQueue' | 'sleep' | 'log'>;

/**
 * Stores an input's new state and its actions in one write. If the latest input is delivered again after a crash, its
 * actions are returned again; their command ids are the same, so the carrier executes them once. Older inputs that come
 * again return no actions.
 */
const recordStep = (
  ports: ConversePorts,
  context: CallContext,
  input: ConversationInput,
  deliveredId: string,
): Promise<ConversationAction[]> =>
  retryingLostRaces(ports.table, async () => {
    const before = await getConversation(ports.table, context.call.id);
    if (before.input_id === input.id) return before.actions;
    if (before.state.seenIds.includes(input.id)) return [];
    const { state, actions } = step(before.state, input, conversationSettings(context), ports.clock());
    await writeConversation(ports.table, context.call.id, before, { state, input_id: deliveredId, actions });
    return actions;
  });

/** The provider refused the key or the model's name, so the next call would fail as well. */
const isRefusal = (error: unknown): error is LanguageModelError =>
  error instanceof LanguageModelError && error.failure === 'refused';

/** Asks the model for its next words. A failure becomes an input, so that the state machine decides what to say. */
const askModel = async (ports: ConversePorts, context: CallContext, turn: number): Promise<ConversationInput> => {
  const { assistant, call } = context;
  const { state } = await getConversation(ports.table, call.id);
  const choice = { provider: assistant.provider, model: assistant.model };
  if (await ports.models.isOffline(choice)) {
    ports.log.info('No key is set for this language model; an offline script answers instead.', { ...choice });
  }
  try {
    const { text, ...usage } = await ports.models.reply({
      choice,
      instructions: instructionsOf(context),
      turns: state.turns.map(({ role, text: said }) => ({ role: role === 'assistant' ? role : 'user', text: said })),
      temperature: assistant.temperature,
      maxTokens: assistant.max_tokens,
    });
    return { id: `replied-${turn}`, type: 'replied', turn, text, usage };
  } catch (error) {
    const words = 'The language model gave no reply; apologising, or ending the call after repeated failures.';
    ports.log.error(words, error, { call_id: call.id, ...choice });
    if (isRefusal(error)) await haltCampaignOf(ports, call, error.message);
    return { id: `reply-failed-${turn}`, type: 'reply_failed', turn };
  }
};

const performAction = async (
  ports: ConversePorts,
  context: CallContext,
  action: ConversationAction,
  deliveredId: string,
): Promise<void> => {
  const { telephony, callEventQueue } = ports;
  const { call, assistant } = context;
  const command = (name: string) => commandOn(call, name);
  switch (action.type) {
    case 'start_transcription': {
      const transcription = { ...command('transcribe'), transcriber: transcriberOf(assistant) };
      return commandOrPauseCampaign(ports, call, () => telephony.startTranscription(transcription));
    }
    case 'speak': {
      const speech = { ...command(`speak-${action.turn}`), text: action.text, voice: voiceOf(assistant) };
      const attempt = action.isFirst ? commandOrPauseCampaign : commandOrEndCall;
      return attempt(ports, call, () => telephony.speak(speech));
    }
    case 'stop_speaking':
      return commandOrEndCall(ports, call, () =>
        telephony.stopSpeaking(command(`stop-${derivedId('evt', deliveredId)}`)),
      );
    case 'silence_engine':
      return telephony.conversations && silenceEngine({ ...ports, conversations: telephony.conversations }, context);
    case 'check_silence': {
      const id = derivedId('evt', call.id, 'check', action.turn, deliveredId);
      const silence_check = { id, call_id: call.id, turn: action.turn };
      const delaySeconds = Math.min(action.afterSeconds, QUEUE_DELAY_MAX_SECONDS);
      return callEventQueue.send([{ silence_check }], { delaySeconds });
    }
    case 'note_screening':
      return noteScreening(ports, call, action);
    case 'hang_up':
      return retryCommand(ports, () => telephony.hangUp(command('hang-up')));
    case 'think':
      return handleInput(ports, context, await askModel(ports, context, action.turn), deliveredId);
  }
};

/** Records an opt-out request at once, not only after the call. Words of a mailbox are no request. */
const applyRequestedOptOut = async (
  ports: ConversePorts,
  { call }: CallContext,
  input: ConversationInput,
): Promise<void> => {
  if (call.answered_by === 'machine') return;
  if (input.type !== 'history' && !(input.type === 'heard' && input.isFinal)) return;
  const { turns } = (await getConversation(ports.table, call.id)).state;
  const asksToOptOut = asksNotToBeCalled(
    input.type === 'history' ? input.lines : [...turns, { role: 'user', text: input.text }],
  );
  // Already recorded for an earlier turn; do not overwrite a later manual change.
  if (asksToOptOut && !asksNotToBeCalled(turns)) await applyOptOut(ports, call);
};

/** `deliveredId` is the id of the input that the queue delivered and that led to this one. */
const handleInput = async (
  ports: ConversePorts,
  context: CallContext,
  input: ConversationInput,
  deliveredId = input.id,
): Promise<void> => {
  await applyRequestedOptOut(ports, context, input);
  for (const action of await recordStep(ports, context, input, deliveredId))
    await performAction(ports, context, action, deliveredId);
};

const isInterim = (input: ConversationInput): boolean => input.type === 'heard' && !input.isFinal;

/** Interim words matter only while we speak, to be interrupted, or at a machine, whose greeting goes on. */
const reactsToInterim = async ({ table }: ConversePorts, callId: string): Promise<boolean> => {
  const { phase, speeches } = (await getConversation(table, callId)).state;
  return speeches.length > 0 || phase === 'mailbox' || phase === 'listening';
};

/**
 * Continues a call's conversation, one input after another; a FIFO queue with one group per call keeps their order. A
 * hosted conversation is only started.
 */
export const converse = async (ports: ConversePorts, messages: ConversationMessage[]): Promise<void> => {
  const callId = messages[0]?.call_id;
  if (callId === undefined) return;
  const inputs = messages.map(({ input }) => input);
  if (inputs.every(isInterim) && !(await reactsToInterim(ports, callId))) return;
  const context = await readCallContext(ports.table, callId);
  if (!context) return;
  const { conversations } = ports.telephony;
  for (const input of inputs) {
    const isHandled = conversations && (await hostConversation({ ...ports, conversations }, context, input));
    if (!isHandled) await handleInput(ports, context, input);
  }
};
