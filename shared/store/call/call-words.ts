import { isAnswered } from '#shared/domain/call/lifecycle.ts';
import type { TranscriptLine } from '#shared/domain/conversation/utterances.ts';
import { type ConversationRecord, getConversation } from '#shared/store/conversation/conversations.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import type { CallRecord } from './calls.ts';

/** The carrier's words are the call's from its conclusion on, where it led the conversation; before, the longer ones. */
const wordsOf = (call: CallRecord, { told, state: { turns } }: ConversationRecord): TranscriptLine[] => {
  // Also read of a call that holds them itself.
  const carriers = told.length > 0 ? told : call.transcript;
  const isTold = call.concluded_at !== null && carriers.length > 0;
  return isTold || carriers.length >= turns.length ? carriers : turns;
};

/** A call with the words that were said on it and what was found in them, all of which is kept beside it. */
export const withWordsSoFar = async (table: TableReader, call: CallRecord): Promise<CallRecord> => {
  if (call.words_deleted_at !== null || (!isAnswered(call) && call.conversation_id === null)) return call;
  const conversation = await getConversation(table, call.id);
  const { extracted } = conversation.findings.find(({ name }) => name === call.found_in) ?? call;
  return { ...call, transcript: wordsOf(call, conversation), extracted };
};
