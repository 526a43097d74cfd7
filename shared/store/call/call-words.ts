import { isAnswered } from '#shared/domain/call/lifecycle.ts';
import { getConversation } from '#shared/store/conversations.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import type { CallRecord } from './calls.ts';

/** A call with the words so far; once it is concluded, with those that were written then. */
export const withWordsSoFar = async (table: TableReader, call: CallRecord): Promise<CallRecord> => {
  if (call.concluded_at !== null || !isAnswered(call)) return call;
  const { turns } = (await getConversation(table, call.id)).state;
  // A conclusion under way may already have stored a longer transcript from the carrier.
  return turns.length > call.transcript.length ? { ...call, transcript: turns } : call;
};
