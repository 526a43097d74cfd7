import type { ConversationInput, ConversationState } from './conversation-state.ts';
import { act, armCheck, close, type Moment, nextCheckMs, type Step, stopSpeaking } from './conversation-steps.ts';

/** After a beep a carrier may report no detection any more. Telnyx: docs/voice/programmable-voice/answering-machine-detection. */
export const showsMachine = ({ isHuman }: ConversationState, input: ConversationInput): boolean =>
  (input.type === 'detected' && input.by === 'machine') ||
  (input.type === 'greeting_ended' && input.isBeep && !isHuman);

const leaveMessage = (step: Step, moment: Moment): Step =>
  close(step, 'voicemail_message', moment.settings.voicemailMessage, moment);

/**
 * What the policy wants when a machine has answered. A message is said after the greeting: what is said before is not
 * recorded. Its end may have been reported before the machine was recognised, or instead.
 */
export const handleMachine = (step: Step, moment: Moment): Step => {
  const { direction, voicemailPolicy, voicemailMessage } = moment.settings;
  if (direction === 'inbound' || voicemailPolicy === 'continue') return step;
  if (voicemailPolicy === 'hangup' || voicemailMessage.trim() === '') return close(step, 'machine', '', moment);
  const changes = { phase: 'mailbox', machineSinceMs: moment.nowMs, thinkingSinceMs: null } as const;
  const listening =
    step.state.phase === 'unanswered'
      ? act(step, changes, { type: 'silence_engine' })
      : act(stopSpeaking(step, moment), changes);
  return listening.state.isGreetingOver ? leaveMessage(listening, moment) : armCheck(listening, moment);
};

/** While the greeting is heard. A carrier that never reports its end is waited for until nothing more can come. */
export const awaitGreetingEnd = (step: Step, input: ConversationInput, moment: Moment): Step => {
  switch (input.type) {
    case 'greeting_ended':
      return leaveMessage(step, moment);
    case 'heard':
      return input.isFinal && input.text.trim() !== '' ? armCheck(step, moment) : step;
    case 'silence_check':
      if (input.turn !== step.state.turn) return step;
      return moment.nowMs < nextCheckMs(step.state, moment) ? armCheck(step, moment) : leaveMessage(step, moment);
    default:
      return step;
  }
};
