import {
  type ConversationAction,
  type ConversationState,
  NEW_CONVERSATION,
} from '#shared/domain/conversation/conversation-state.ts';
import { keys } from './keys.ts';
import { absent, equals, type TableReader, type TableWriter } from './table/table.ts';

/** A conversation's state and its latest actions. */
interface ConversationRecord {
  state: ConversationState;
  /** The delivered input that led to these actions; if it is delivered again, they are executed again. */
  input_id: string | null;
  actions: ConversationAction[];
  version: number;
}

/** As stored: nested values as JSON text, because DynamoDB limits nesting. */
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
    // A conversation that began before a release may lack what the release added.
    state: { ...NEW_CONVERSATION, ...(JSON.parse(state) as ConversationState) },
    input_id,
    actions: JSON.parse(actions) as ConversationAction[],
    version,
  };
};

/** Writes a step if the conversation is still what was read. The loser reads again. */
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
