import type { ConversationInput, ConversationState } from './conversation-state.ts';
import {
  act,
  armCheck,
  close,
  isHosted,
  type Moment,
  nextCheckMs,
  type Step,
  stopSpeaking,
} from './conversation-steps.ts';
import { announcesMailbox } from './screener-words.ts';
import { noteScreening } from './screening-steps.ts';

/**
 * A carrier may report the beep instead of the detection. What it detects on a screened call is the screening assistant,
 * so there only a beep after somebody was put through shows a mailbox.
 */
export const showsMachine = (state: ConversationState, input: ConversationInput): boolean => {
  const { phase, isHuman, screenedSinceMs } = state;
  if (phase === 'screening') return false;
  const isBeep = input.type === 'greeting_ended' && input.isBeep;
  if (screenedSinceMs !== null) return isBeep;
  return (input.type === 'detected' && input.by === 'machine') || (isBeep && !isHuman);
};

/** Calls that go on whoever answers. */
const talksToMachines = ({ settings: { direction, voicemailPolicy } }: Moment): boolean =>
  direction === 'inbound' || voicemailPolicy === 'continue';

/** Whether they are a mailbox's words, interim ones included. */
const isMailboxHeard = ({ turns }: ConversationState, input: ConversationInput): boolean =>
  (input.type === 'heard' && announcesMailbox(input.text)) ||
  turns.some(({ role, text }) => role !== 'assistant' && announcesMailbox(text));

/**
 * A detected machine may be a mailbox or a screening assistant, which must be answered: its words decide, unless its
 * greeting is over already.
 */
export const meetMachine = (step: Step, input: ConversationInput, moment: Moment): Step => {
  const { phase, isGreetingOver, screenedSinceMs } = step.state;
  if (talksToMachines(moment)) return step;
  // A beep after a screening assistant: it put through to a mailbox whose words passed for a person's.
  if (screenedSinceMs !== null) return handleMachine(noteScreening(step, 'machine'), moment);
  if (isGreetingOver || isMailboxHeard(step.state, input)) return handleMachine(step, moment);
  if (phase === 'listening') return step;
  const changes = { phase: 'listening', listeningSinceMs: moment.nowMs, thinkingSinceMs: null } as const;
  return armCheck(act(stopSpeaking(step, moment), changes), moment);
};

/** Listens to a detected machine until it has ended its greeting, or has said what it is. */
export const listenToMachine = (step: Step, input: ConversationInput, moment: Moment): Step => {
  const isCheck = input.type === 'silence_check' && input.turn === step.state.turn;
  const isQuiet = isCheck && moment.nowMs >= nextCheckMs(step.state, moment);
  const isOver = input.type === 'greeting_ended' || isQuiet;
  if (isOver || isMailboxHeard(step.state, input)) return handleMachine(step, moment);
  const isTurn = (input.type === 'heard' && input.isFinal && input.text.trim() !== '') || input.type === 'history';
  return isCheck || isTurn ? armCheck(step, moment) : step;
};

const leaveMessage = (step: Step, moment: Moment): Step =>
  close(step, 'voicemail_message', moment.settings.voicemailMessage, moment);

/**
 * Applies the voicemail policy. A message waits for the end of the greeting, because earlier words are not recorded;
 * that end may be reported before the machine is recognised, or instead.
 */
export const handleMachine = (step: Step, moment: Moment): Step => {
  const { voicemailPolicy, voicemailMessage } = moment.settings;
  if (talksToMachines(moment)) return step;
  if (voicemailPolicy === 'hangup' || voicemailMessage.trim() === '') return close(step, 'machine', '', moment);
  const machineSinceMs = step.state.listeningSinceMs ?? moment.nowMs;
  const changes = { phase: 'mailbox', machineSinceMs, thinkingSinceMs: null } as const;
  const listening = isHosted(step.state)
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
