import { createHash } from 'node:crypto';
import { type CallEvent, tells } from '#shared/domain/call/events.ts';
import { BEEP } from '#shared/domain/call/lifecycle.ts';
import type { ConversationInput } from './conversation-state.ts';

const SPEAK_COMMAND = /-speak-(\d+)(?:-(\d+))?$/;

/** A repeated event has the same id: the carrier's, or a hash of the event. */
const idOf = ({ type, data }: CallEvent): string =>
  data.event_id ??
  createHash('sha256')
    .update(JSON.stringify([type, data]))
    .digest('hex');

/** Which words a command was to say; nothing where the carrier does not name the command. */
const wordsOf = (commandId: string | null | undefined): { turn?: number; part?: number } => {
  const [, turn, part] = SPEAK_COMMAND.exec(commandId ?? '') ?? [];
  return { ...(turn && { turn: Number(turn) }), ...(part && { part: Number(part) }) };
};

const millisecondsOf = (iso: string | null | undefined): number | undefined => {
  const at = Date.parse(iso ?? '');
  return Number.isNaN(at) ? undefined : at;
};

const detected = (result: string | null | undefined) =>
  result === 'human' || result === 'machine' ? result : 'unknown';

/** The inputs that an event gives to a conversation. A detection implies the answer, whose own event may be late. */
export const conversationInputs = (event: CallEvent): ConversationInput[] => {
  const { type, data } = event;
  if (!tells(type, 'conversation')) return [];
  switch (type) {
    case 'call.answered':
      return [{ id: 'answered', type: 'answered' }];
    case 'call.machine_detection.ended':
      return [
        { id: 'answered-by-detection', type: 'answered' },
        { id: 'detected', type: 'detected', by: detected(data.result) },
      ];
    case 'call.transcription':
      return data.transcription
        ? [{ id: idOf(event), type: 'heard', ...data.transcription, atMs: millisecondsOf(data.occurred_at) }]
        : [];
    case 'call.machine_greeting.ended':
      return data.result === BEEP
        ? [{ id: 'beep', type: 'greeting_ended', isBeep: true }]
        : [{ id: 'greeting-ended', type: 'greeting_ended', isBeep: false }];
    case 'call.conversation.history':
      return data.history ? [{ id: idOf(event), type: 'history', lines: data.history }] : [];
    case 'call.speak.ended':
      return [{ id: idOf(event), type: 'speak_ended', ...wordsOf(data.command_id) }];
    case 'call.hangup':
    case 'call.completed':
      return [{ id: 'hung-up', type: 'hung_up' }];
  }
};
