import type { SpokenLine } from '#shared/domain/call/event-data.ts';
import { screenedReply, screeningOf } from '#shared/domain/conversation/screening.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { callerIntroduction, greetingOf, readCallContext } from './call-context.ts';

/**
 * What we say ourselves in a hosted conversation, so that no model chats with a screening assistant: `screenedReply`.
 * Undefined where the model is to be asked.
 */
export const wordsForScreener = async (
  table: TableReader,
  { id, direction }: CallRecord,
  lines: readonly SpokenLine[],
): Promise<string | undefined> => {
  if (direction === 'inbound' || screeningOf(lines).stage === 'none') return undefined;
  const context = await readCallContext(table, id);
  return (
    context && screenedReply(lines, { introduction: callerIntroduction(context), firstMessage: greetingOf(context) })
  );
};
