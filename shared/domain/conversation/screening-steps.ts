import type { ConversationInput, ConversationState } from './conversation-state.ts';
import {
  act,
  armCheck,
  close,
  isHosted,
  type Moment,
  nextCheckMs,
  type Step,
  say,
  think,
} from './conversation-steps.ts';
import { asksNotToBeCalled } from './opt-out-request.ts';
import { screeningOf } from './screening.ts';

export const noteScreening = (step: Step, by: 'screener' | 'human' | 'machine'): Step =>
  act(step, {}, { type: 'note_screening', by, turn: step.state.turn });

const isTheirTurn = (input: ConversationInput): boolean =>
  input.type === 'history' || (input.type === 'heard' && input.isFinal && input.text.trim() !== '');

/** Whether a screening assistant speaks whom nobody has answered yet. Only a call that we place meets one. */
export const meetsScreener = (state: ConversationState, input: ConversationInput, { settings }: Moment): boolean => {
  if (settings.direction === 'inbound' || !isTheirTurn(input)) return false;
  const { stage } = screeningOf(state.turns);
  // A history may tell at once of the assistant and of its answer.
  return state.screenedSinceMs === null ? stage !== 'none' : stage === 'asked';
};

/**
 * Says who is calling, without asking the language model. In a hosted conversation our model endpoint does, see
 * `screenedReply`.
 */
const introduce = (step: Step, moment: Moment): Step =>
  isHosted(step.state) ? armCheck(step, moment) : say(step, moment.settings.introduction, moment);

/** Begins the conversation with whoever was put through. */
const greet = (step: Step, moment: Moment): Step => {
  if (isHosted(step.state)) return act(step, { phase: 'unanswered' });
  const talking = act(step, { phase: 'talking' });
  const { firstMessage } = moment.settings;
  return firstMessage.trim() === '' ? think(talking, moment) : say(talking, firstMessage, moment);
};

/** Ends the call after a screening assistant that puts nobody through. */
const giveUp = (step: Step, moment: Moment): Step =>
  close(step, 'screened_out', isHosted(step.state) ? '' : moment.settings.phrases.goodbye, moment);

type OnMailbox = (step: Step, moment: Moment) => Step;

const afterTheirTurn = (step: Step, moment: Moment, onMailbox: OnMailbox): Step => {
  const { turns } = step.state;
  // Whoever owns the phone may have the assistant say so.
  if (asksNotToBeCalled(turns.slice(-1))) return giveUp(step, moment);
  switch (screeningOf(turns).stage) {
    case 'asked':
      return introduce(noteScreening(step, 'screener'), moment);
    case 'person':
      return greet(noteScreening(step, 'human'), moment);
    case 'mailbox': {
      const noted = noteScreening(step, 'machine');
      const handled = onMailbox(noted, moment);
      return handled === noted ? greet(noted, moment) : handled;
    }
    default:
      return armCheck(step, moment);
  }
};

/** Answers a screening assistant, or goes on with what a history tells of it. */
export const meetScreener = (step: Step, moment: Moment, onMailbox: OnMailbox): Step => {
  const { screenedSinceMs, turns } = step.state;
  const changes = { screenedSinceMs: screenedSinceMs ?? moment.nowMs, thinkingSinceMs: null, hasAskedIfThere: false };
  const screening = act(step, { phase: 'screening', ...changes });
  const isAnswered = screeningOf(turns).stage === 'waiting';
  return afterTheirTurn(isAnswered ? noteScreening(screening, 'screener') : screening, moment, onMailbox);
};

/**
 * Waits until a person or a mailbox takes the call from the screening assistant. Interim words stop no introduction,
 * since the assistant may not have ended its prompt. `onMailbox` applies the voicemail policy.
 */
export const awaitPerson = (step: Step, input: ConversationInput, moment: Moment, onMailbox: OnMailbox): Step => {
  if (isTheirTurn(input)) return afterTheirTurn(step, moment, onMailbox);
  if (input.type !== 'silence_check' || input.turn !== step.state.turn) return step;
  return moment.nowMs < nextCheckMs(step.state, moment) ? armCheck(step, moment) : giveUp(step, moment);
};
