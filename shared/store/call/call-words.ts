import { isAnswered } from '#shared/domain/call/lifecycle.ts';
import { getConversation } from '#shared/store/conversations.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import type { CallRecord } from './calls.ts';

/**
 * A call with the words that were said on it: its own are the carrier's, where it led the conversation and told more; all
 * others are kept where they were heard.
 */
export const withWordsSoFar = async (table: TableReader, call: CallRecord): Promise<CallRecord> => {
  const isTold = call.concluded_at !== null && call.transcript.length > 0;
  if (isTold || !isAnswered(call)) return call;
  const { turns } = (await getConversation(table, call.id)).state;
  return turns.length > call.transcript.length ? { ...call, transcript: turns } : call;
};
