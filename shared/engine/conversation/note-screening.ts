import { encodeClientState } from '#shared/domain/call/client-state.ts';
import type { ConversationAction } from '#shared/domain/conversation/conversation-state.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { SceneCall } from '#shared/store/conversation/scenes.ts';

type Note = Extract<ConversationAction, { type: 'note_screening' }>;

/**
 * Tells the call who is on it, as an event like a carrier's: it is folded in any order with theirs, and the note of the
 * latest turn holds.
 */
export const noteScreening = (
  { callEventQueue, clock }: Needs<'callEventQueue' | 'clock'>,
  { id, generation, call_control_id }: SceneCall,
  { by, turn }: Note,
): Promise<void> => {
  const names = { call_control_id: call_control_id ?? '', client_state: encodeClientState(id, { generation }) };
  const event = { type: 'call.screened', data: { ...names, result: by, turn } } as const;
  return callEventQueue.send([{ received_at: clock().toISOString(), event }]);
};
