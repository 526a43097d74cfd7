import type { ConversationAction } from '#shared/domain/conversation/conversation-state.ts';
import { derivedId } from '#shared/domain/ids.ts';
import { commandOn, transcriberOf, voiceOf } from '#shared/engine/call/call-command.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { QUEUE_DELAY_MAX_SECONDS } from '#shared/ports/queue-sender.ts';
import { silenceEngine } from './hosted-conversation.ts';
import { noteScreening } from './note-screening.ts';
import { type CommandPorts, commandOrEndCall, commandOrPauseCampaign, retryCommand } from './retry-command.ts';
import type { Talk } from './talk.ts';

export type ActionPorts = CommandPorts & Needs<'callEventQueue' | 'modelEndpointSecret'>;

type Speak = Extract<ConversationAction, { type: 'speak' }>;

const speak = ({ telephony, ...ports }: ActionPorts, { scene: { call, assistant } }: Talk, action: Speak) => {
  const { text, turn, part, isFirst } = action;
  const speech = {
    ...commandOn(call, part === undefined ? `speak-${turn}` : `speak-${turn}-${part}`),
    text,
    voice: voiceOf(assistant),
  };
  const attempt = isFirst ? commandOrPauseCampaign : commandOrEndCall;
  return attempt({ ...ports, telephony }, call, () => telephony.speak(speech));
};

const perform = async (ports: ActionPorts, talk: Talk, action: ConversationAction): Promise<void> => {
  const { telephony, callEventQueue } = ports;
  const { call, assistant } = talk.scene;
  const command = (name: string) => commandOn(call, name);
  switch (action.type) {
    case 'start_transcription': {
      const transcription = { ...command('transcribe'), transcriber: transcriberOf(assistant) };
      return commandOrPauseCampaign(ports, call, () => telephony.startTranscription(transcription));
    }
    case 'speak':
      return speak(ports, talk, action);
    case 'stop_speaking': {
      const delivered = derivedId('evt', talk.deliveredId, ...(action.turn === undefined ? [] : [action.turn]));
      return commandOrEndCall(ports, call, () => telephony.stopSpeaking(command(`stop-${delivered}`)));
    }
    case 'silence_engine':
      return telephony.conversations && silenceEngine({ ...ports, conversations: telephony.conversations }, call);
    case 'check_silence': {
      const id = derivedId('evt', call.id, 'check', action.turn, talk.deliveredId);
      const silence_check = { id, call_id: call.id, turn: action.turn };
      const delaySeconds = Math.min(action.afterSeconds, QUEUE_DELAY_MAX_SECONDS);
      return callEventQueue.send([{ silence_check }], { delaySeconds });
    }
    case 'note_screening':
      return noteScreening(ports, call, action);
    case 'hang_up':
      return retryCommand(ports, () => telephony.hangUp(command('hang-up')));
    case 'think':
      return;
  }
};

/** Carries out actions in their order, each once in a talk. */
export const performActions = async (ports: ActionPorts, talk: Talk, actions: ConversationAction[]): Promise<void> => {
  for (const action of actions) {
    const name = JSON.stringify(action);
    if (talk.done.has(name)) continue;
    await perform(ports, talk, action);
    talk.done.add(name);
  }
};
