import {
  type ConversationAction,
  type ConversationState,
  NEW_CONVERSATION,
} from '#shared/domain/conversation/conversation-state.ts';
import { keys } from './keys.ts';
import { absent, equals, type TableReader, type TableWriter } from './table/table.ts';

/** How far the conversation of a call is, and what is to be done by now. */
interface ConversationRecord {
  state: ConversationState;
  /** The latest input that was delivered and led to these actions: should it come again, they are carried out again. */
  input_id: string | null;
  actions: ConversationAction[];
  version: number;
}

/** As it is kept: nested lists as JSON text, below what a path in DynamoDB can nest. */
interface StoredConversation {
  state: string;
  input_id: string | null;
  actions: string;
  version: number;
}

export const getConversation = async (table: TableReader, callId: string): Promise<ConversationRecord> => {
  const stored = await table.get<StoredConversation>(keys.conversation(callId));
  if (!stored) return { state: NEW_CONVERSATION, input_id: null, actions: [], version: 0 };
  const { state, input_id, actions, version } = stored;
  return {
    state: JSON.parse(state) as ConversationState,
    input_id,
    actions: JSON.parse(actions) as ConversationAction[],
    version,
  };
};

/** Writes a step, if the conversation is still what was read. The loser reads again. */
export const writeConversation = (
  table: TableWriter,
  callId: string,
  before: ConversationRecord,
  after: Omit<ConversationRecord, 'version'>,
): Promise<void> => {
  const stored: StoredConversation = {
    state: JSON.stringify(after.state),
    input_id: after.input_id,
    actions: JSON.stringify(after.actions),
    version: before.version + 1,
  };
  return table.write({
    put: { ...keys.conversation(callId), ...stored },
    when: [before.version === 0 ? absent('pk') : equals('version', before.version)],
  });
};
