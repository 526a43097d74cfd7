import type { ConversationState } from '#shared/domain/conversation/conversation-state.ts';
import type { ConversationMessage } from '#shared/schemas/messages.ts';
import { getConversation, writeConversation } from '#shared/store/conversation/conversations.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Consume } from '#test/simulation/kernel/queues.ts';
import type { Wishes } from './wishes.ts';

const after = (state: ConversationState, { call_id, input }: ConversationMessage, wishes: Wishes, now: Date) => {
  if (input.type === 'hung_up') return { ...state, phase: 'over' as const };
  if (input.type !== 'answered' || state.phase !== 'unanswered') return state;
  const wish = wishes.saidOn(call_id);
  const turns = wish ? [{ role: 'user' as const, text: wish.words, at: now.toISOString() }] : [];
  return { ...state, phase: 'talking' as const, turns };
};

/**
 * Keeps of a call's conversation what the other party says, and nothing else of it: nobody replies. A loser of a race
 * was frozen and is too late.
 */
export const conversing =
  (wishes: Wishes, tableOf: (invocation: Invocation) => TableWriter): Consume =>
  async (invocation, bodies) => {
    const table = tableOf(invocation);
    for (const message of bodies as ConversationMessage[]) {
      const before = await getConversation(table, message.call_id);
      const state = after(before.state, message, wishes, invocation.clock());
      if (state === before.state) continue;
      const { input_id, actions } = before;
      await succeeded(writeConversation(table, message.call_id, before, { state, input_id, actions }));
    }
    return bodies.map(() => true);
  };
