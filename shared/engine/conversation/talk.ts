import { step } from '#shared/domain/conversation/conversation.ts';
import {
  type ConversationAction,
  type ConversationInput,
  type ConversationState,
  isInterim,
} from '#shared/domain/conversation/conversation-state.ts';
import { latestIdOf } from '#shared/domain/conversation/record-input.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import {
  type ConversationRecord,
  getConversation,
  writeConversation,
} from '#shared/store/conversation/conversations.ts';
import type { SceneRecord } from '#shared/store/conversation/scenes.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { ConditionFailed } from '#shared/store/table/table.ts';
import { settingsOf } from './scene.ts';

/** One delivered input, and what follows from it, until all is written and carried out. */
export interface Talk {
  scene: SceneRecord;
  /** Of the input that the queue delivered. */
  deliveredId: string;
  /** It is words that are still being said, which wait for no other input. */
  isOvertaking: boolean;
  /** When the carrier told it, ISO 8601. */
  receivedAt: string | undefined;
  /** What the model is told, on its way from the table. */
  instructions: Promise<string | undefined> | undefined;
  /** The conversation as it is stored. */
  stored: ConversationRecord;
  /** The same after the inputs that are not written yet. */
  state: ConversationState;
  unwritten: ConversationInput[];
  /** Actions that follow from them. */
  actions: ConversationAction[];
  /** What was carried out before it was written. */
  done: Set<string>;
}

type TalkPorts = Needs<'table' | 'clock'>;

export const newTalk = (
  scene: SceneRecord,
  stored: ConversationRecord,
  delivered: ConversationInput,
  beside: Pick<Talk, 'receivedAt' | 'instructions'>,
): Talk => ({
  ...{ scene, stored, deliveredId: delivered.id, isOvertaking: isInterim(delivered), ...beside },
  ...{ state: stored.state, unwritten: [], actions: [], done: new Set() },
});

/** Decides about an input, in memory; answers what follows from it. */
export const take = ({ clock }: TalkPorts, talk: Talk, input: ConversationInput): ConversationAction[] => {
  const { state, actions } = step(talk.state, input, settingsOf(talk.scene), clock());
  talk.state = state;
  talk.unwritten.push(input);
  talk.actions.push(...actions);
  return actions;
};

/** Decides anew on what somebody else has left. */
const reread = async (ports: TalkPorts, talk: Talk): Promise<void> => {
  talk.stored = await getConversation(ports.table, talk.scene.call.id);
  const inputs = talk.unwritten;
  Object.assign(talk, { state: talk.stored.state, unwritten: [], actions: [] });
  for (const input of inputs) take(ports, talk, input);
};

/** A check for an earlier turn would find nothing to do, and a reply that is there need not be asked for. */
const remains = (state: ConversationState, action: ConversationAction): boolean =>
  action.type !== 'think' && !(action.type === 'check_silence' && action.turn !== state.turn);

/** What the input led to that is overtaken; it is not void until its own queue has gone on. */
const overtakenBy = ({ isOvertaking, stored }: Talk): ConversationRecord['overtaken'] => {
  if (!isOvertaking) return undefined;
  const { input_id, actions } = stored;
  return stored.overtaken ?? (actions.length > 0 ? { input_id, actions } : undefined);
};

const isUnchanged = ({ stored, state }: Talk): boolean => JSON.stringify(stored.state) === JSON.stringify(state);

const writeOnce = async (ports: TalkPorts, talk: Talk): Promise<ConversationAction[]> => {
  const actions = talk.actions.filter((action) => remains(talk.state, action));
  if (!isUnchanged(talk)) {
    const input_id = latestIdOf({ id: talk.deliveredId });
    const after = { state: talk.state, input_id, actions, overtaken: overtakenBy(talk) };
    talk.stored = await writeConversation(ports.table, talk.scene.call.id, talk.stored, after);
  }
  Object.assign(talk, { unwritten: [], actions: [] });
  return actions;
};

/**
 * Writes what was taken, in one write; answers what is to be done, which a repeated delivery of the input does again. The
 * loser of a race decides anew on what the other has left. What changes nothing is not written: it is decided the same again.
 */
export const settle = (ports: TalkPorts, talk: Talk): Promise<ConversationAction[]> => {
  let isLost = false;
  return retryingLostRaces(ports.table, async () => {
    if (isLost) await reread(ports, talk);
    try {
      return await writeOnce(ports, talk);
    } catch (error) {
      isLost = error instanceof ConditionFailed;
      throw error;
    }
  });
};
