import type { ConversationInput, ConversationState } from './conversation-state.ts';
import { act, armCheck, close, type Moment, nextCheckMs, type Step, stopSpeaking } from './conversation-steps.ts';

/** A carrier may report the beep instead of the detection. */
export const showsMachine = ({ isHuman }: ConversationState, input: ConversationInput): boolean =>
  (input.type === 'detected' && input.by === 'machine') ||
  (input.type === 'greeting_ended' && input.isBeep && !isHuman);

const leaveMessage = (step: Step, moment: Moment): Step =>
  close(step, 'voicemail_message', moment.settings.voicemailMessage, moment);

/**
 * Applies the voicemail policy. A message waits for the end of the greeting, because earlier words are not recorded;
 * that end may be reported before the machine is recognised, or instead.
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

/** Leaves the message once the greeting is over; silence ends a greeting whose end is never reported. */
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
