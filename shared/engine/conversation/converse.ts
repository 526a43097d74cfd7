import {
  type ConversationAction,
  type ConversationInput,
  type ConversationState,
  isInterim,
} from '#shared/domain/conversation/conversation-state.ts';
import { asksNotToBeCalled } from '#shared/domain/conversation/opt-out-request.ts';
import { isRepeated, latestIdOf } from '#shared/domain/conversation/record-input.ts';
import { lineOfTurn } from '#shared/domain/conversation/settled-lines.ts';
import { applyOptOut, type OptOutPorts } from '#shared/engine/do-not-call/apply-opt-out.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { ConversationMessage } from '#shared/schemas/messages.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { type ConversationRecord, getConversation } from '#shared/store/conversation/conversations.ts';
import { getInstructions, type SceneRecord } from '#shared/store/conversation/scenes.ts';
import { askModel, type ModelPorts, replyFailed } from './ask-model.ts';
import { hostConversation } from './hosted-conversation.ts';
import { type ActionPorts, performActions } from './perform-action.ts';
import { setScene } from './scene.ts';
import { newTalk, settle, type Talk, take } from './talk.ts';

type ConversePorts = OptOutPorts & ActionPorts & ModelPorts & Needs<'telephony'>;

/** Records an opt-out request at once, not only after the call. Words of a mailbox are no request. */
const applyRequestedOptOut = async (
  ports: ConversePorts,
  callId: string,
  { turns }: ConversationState,
  input: ConversationInput,
): Promise<void> => {
  if (input.type !== 'history' && !(input.type === 'heard' && input.isFinal)) return;
  const said = input.type === 'history' ? input.lines : [...turns, { role: 'user', text: input.text }];
  // Already recorded for an earlier turn; do not overwrite a later manual change.
  if (!asksNotToBeCalled(said) || asksNotToBeCalled(turns)) return;
  const call = await getCall(ports.table, callId);
  if (call && call.answered_by !== 'machine') await applyOptOut(ports, call);
};

const carryOut = async (ports: ConversePorts, talk: Talk): Promise<ConversationAction[]> => {
  const actions = await settle(ports, talk);
  await performActions(ports, talk, actions);
  return actions;
};

/** How long the other party waited for the first words: from the report of theirs until the carrier had ours. */
const noteLatency = ({ log, clock }: ConversePorts, { scene, receivedAt }: Talk): void => {
  if (receivedAt === undefined) return;
  const turn_latency_ms = clock().getTime() - Date.parse(receivedAt);
  log.info('The assistant has begun to answer.', { call_id: scene.call.id, turn_latency_ms });
};

/** Words that the other party said over the last ones may have stopped them before they came to the carrier. */
const stopIfInterrupted = async (ports: ConversePorts, talk: Talk): Promise<void> => {
  const { state, version } = await getConversation(ports.table, talk.scene.call.id);
  const latest = talk.state.speeches.at(-1);
  const isStopped = state.speeches.some(({ turn, isStopped }) => turn === latest?.turn && isStopped);
  if (latest && version > talk.stored.version && isStopped)
    await performActions(ports, talk, [{ type: 'stop_speaking', turn: latest.turn }]);
};

/**
 * Says a reply while it is being written. Its first words are written to the table together with those that they answer, and
 * always before they are spoken. If the function dies before, the words come again, and the model is asked again.
 */
const replyTo = async (ports: ConversePorts, talk: Talk, turn: number, before: Promise<void>): Promise<void> => {
  let isSilent = true;
  for await (const news of askModel(ports, talk, turn)) {
    take(ports, talk, news);
    await before;
    const actions = await carryOut(ports, talk);
    if (isSilent && actions.some(({ type }) => type === 'speak')) noteLatency(ports, talk);
    isSilent &&= actions.every(({ type }) => type !== 'speak');
    if (talk.state.replying?.to !== turn) break;
  }
  await stopIfInterrupted(ports, talk);
};

/** Words that the other party has interrupted are not said any more. */
const isSilenced = (state: ConversationState, action: ConversationAction): boolean =>
  action.type === 'speak' && state.turns[lineOfTurn(state, action.turn)]?.interrupted === true;

/**
 * Carries out again what an input led to; the command ids are the same, so the carrier does it once. Of a reply
 * that was being written, what was said stays, and the rest counts as failed: another one would not continue it.
 */
const resume = async (ports: ConversePorts, talk: Talk, actions: ConversationAction[]): Promise<void> => {
  const { state } = talk.stored;
  const remaining = actions.filter((action) => !isSilenced(state, action));
  await performActions(ports, talk, remaining);
  if (state.replying === null) return;
  take(ports, talk, replyFailed(state.replying.to));
  await carryOut(ports, talk);
};

/**
 * An input and its actions are written before they are carried out, and carried out again if the latest input comes again
 * after a crash. Older inputs that come again lead to no actions.
 */
const handleInput = async (
  ports: ConversePorts,
  scene: SceneRecord,
  stored: ConversationRecord,
  { input, received_at }: ConversationMessage,
  instructions: Talk['instructions'],
): Promise<void> => {
  const talk = newTalk(scene, stored, input, { receivedAt: received_at, instructions });
  const again = [stored, stored.overtaken].find((led) => led?.input_id === latestIdOf(input));
  if (again) return resume(ports, talk, again.actions);
  if (isRepeated(stored.state, input)) return;
  await applyRequestedOptOut(ports, scene.call.id, stored.state, input);
  const actions = take(ports, talk, input);
  const asked = actions.findIndex(({ type }) => type === 'think');
  const question = actions[asked];
  if (question?.type !== 'think') return void (await carryOut(ports, talk));
  const before = performActions(ports, talk, actions.slice(0, asked));
  // Awaited before anything is said, unless the model cannot be asked at all.
  before.catch(() => undefined);
  await replyTo(ports, talk, question.turn, before);
};

/** Read beside the conversation where a reply will be asked for, since somebody waits for it. */
const instructionsBeside = (ports: ConversePorts, { call_id, input }: ConversationMessage): Talk['instructions'] => {
  if (input.type !== 'heard' || !input.isFinal) return undefined;
  const instructions = getInstructions(ports.table, call_id);
  instructions.catch(() => undefined);
  return instructions;
};

/** Interim words matter only while we speak, to be interrupted, or at a machine, whose greeting goes on. */
const isHeeded = ({ phase, speeches, replying }: ConversationState, input: ConversationInput): boolean =>
  !isInterim(input) || speeches.length > 0 || replying !== null || phase === 'mailbox' || phase === 'listening';

/**
 * Continues a call's conversation, one input after another; a FIFO queue with one group per call keeps their order. Only
 * words that are still being said overtake the others. A hosted conversation is only started.
 */
export const converse = async (ports: ConversePorts, messages: ConversationMessage[]): Promise<void> => {
  const { conversations } = ports.telephony;
  for (const message of messages) {
    const { call_id, input } = message;
    if (conversations && (await hostConversation({ ...ports, conversations }, call_id, input))) continue;
    const instructions = instructionsBeside(ports, message);
    const stored = await getConversation(ports.table, call_id);
    if (!isHeeded(stored.state, input)) continue;
    const scene = await setScene(ports.table, call_id, stored);
    ports.log.about({ campaign_id: scene?.call.campaign_id });
    if (scene) await handleInput(ports, scene, { ...stored, scene }, message, instructions);
  }
};
