import type { ConversationSettings } from '#shared/domain/conversation/conversation-state.ts';
import { phrasesIn } from '#shared/domain/conversation/phrases.ts';
import type { ConversationRecord } from '#shared/store/conversation/conversations.ts';
import { keepScene, type SceneRecord } from '#shared/store/conversation/scenes.ts';
import type { TableReader, TableWriter } from '#shared/store/table/table.ts';
import {
  type CallContext,
  type CallSubjects,
  conversationSettings,
  instructionsOf,
  readCallContext,
} from './call-context.ts';

/** On whose clock the other party names times. */
export const calleeOf = ({ call, contact }: CallSubjects): SceneRecord['callee'] => ({
  timezone: contact?.timezone ?? call.contact_timezone,
  phone_country: contact?.phone_country ?? null,
});

export const sceneOf = (context: CallContext): SceneRecord => {
  const { id, generation, campaign_id, call_control_id } = context.call;
  const { provider, model, temperature, max_tokens, ...assistant } = context.assistant;
  const { voice_provider, voice_model, voice_id } = assistant;
  const { transcriptor_provider, transcriptor_model, transcriptor_language } = assistant;
  const { phrases: _, ...settings } = conversationSettings(context);
  return {
    call: { id, generation, campaign_id, call_control_id },
    assistant: {
      ...{ provider, model, temperature, max_tokens },
      ...{ voice_provider, voice_model, voice_id },
      ...{ transcriptor_provider, transcriptor_model, transcriptor_language },
    },
    settings,
    callee: calleeOf(context),
  };
};

/** What a conversation would be led with now. Undefined when there is no such call, or it has no assistant. */
export const findScene = async (table: TableReader, callId: string): Promise<SceneRecord | undefined> => {
  const context = await readCallContext(table, callId);
  return context && sceneOf(context);
};

/**
 * What a conversation is led with, kept with its first input. Undefined when there is no such call, or it has no
 * assistant. Words may overtake the event that names the call at the carrier, without which no command reaches it.
 */
export const setScene = async (
  table: TableWriter,
  callId: string,
  { scene }: Pick<ConversationRecord, 'scene'>,
): Promise<SceneRecord | undefined> => {
  if (scene) return scene;
  const context = await readCallContext(table, callId);
  if (!context) return undefined;
  const set = sceneOf(context);
  if (set.call.call_control_id !== null) await keepScene(table, set, instructionsOf(context));
  return set;
};

export const settingsOf = ({ settings, assistant }: SceneRecord): ConversationSettings => ({
  ...settings,
  phrases: phrasesIn(assistant.transcriptor_language),
});
