import type { ConversationInput, ConversationSettings, ConversationState, Heard } from './conversation-state.ts';
import {
  act,
  armCheck,
  close,
  durationEndsMs,
  type Moment,
  nextCheckMs,
  type Step,
  say,
  speechOf,
  stopSpeaking,
  think,
} from './conversation-steps.ts';
import { saysGoodbye, wantsToEnd } from './farewell.ts';
import { awaitGreetingEnd, handleMachine, showsMachine } from './mailbox.ts';
import { recordInput, withoutOverdueSpeeches } from './record-input.ts';

/** Failed replies in a row after which the call is ended. */
export const FAILED_REPLIES_MAX = 2;

const begin = (step: Step, moment: Moment): Step => {
  const talking = act(
    step,
    { phase: 'talking', answeredAtMs: moment.nowMs, quietSinceMs: moment.nowMs },
    { type: 'start_transcription' },
  );
  const { firstMessage } = moment.settings;
  return firstMessage.trim() === '' ? think(talking, moment) : say(talking, firstMessage, moment);
};

const fail = (step: Step, moment: Moment): Step => {
  const { lines } = moment.settings;
  const failedReplies = step.state.failedReplies + 1;
  if (wantsToEnd(step.state.turns)) return close(step, 'farewell', lines.goodbye, moment);
  if (failedReplies >= FAILED_REPLIES_MAX) return close(step, 'no_reply', lines.goodbye, moment);
  return say(act(step, { failedReplies }), lines.apology, moment);
};

const reply = (step: Step, text: string, moment: Moment): Step => {
  if (text.trim() === '') return fail(step, moment);
  if (saysGoodbye(text) || wantsToEnd(step.state.turns)) return close(step, 'farewell', text, moment);
  return say(act(step, { failedReplies: 0 }), text, moment);
};

const hear = (step: Step, isFinal: boolean, moment: Moment): Step => {
  const listening = stopSpeaking(step, moment);
  if (!isFinal) return listening;
  const { goodbye } = moment.settings.lines;
  return step.state.turn >= moment.settings.maxTurns
    ? close(listening, 'max_turns', goodbye, moment)
    : think(listening, moment);
};

/** Words that are not final yet and come after the final ones, which have been dealt with. */
const isOutrun = ({ heardAtMs }: ConversationState, { isFinal, atMs }: Heard): boolean =>
  !isFinal && atMs !== undefined && heardAtMs !== null && atMs <= heardAtMs;

const checkSilence = (step: Step, moment: Moment): Step => {
  const { state } = step;
  const { lines } = moment.settings;
  if (moment.nowMs < nextCheckMs(state, moment)) return armCheck(step, moment);
  if (state.thinkingSinceMs !== null) return fail(step, moment);
  return state.hasAskedIfThere
    ? close(step, 'silence', lines.goodbye, moment)
    : say(act(step, { hasAskedIfThere: true }), lines.stillThere, moment);
};

const converse = (step: Step, input: ConversationInput, moment: Moment): Step => {
  const { state } = step;
  if (moment.nowMs >= durationEndsMs(state, moment)) {
    return close(step, 'max_duration', moment.settings.lines.goodbye, moment);
  }
  const isPresent = 'turn' in input && input.turn === state.turn;
  const isAwaited = isPresent && state.thinkingSinceMs !== null;
  switch (input.type) {
    case 'heard':
      return input.text.trim() === '' || isOutrun(state, input) ? step : hear(step, input.isFinal, moment);
    case 'replied':
      return isAwaited ? reply(step, input.text, moment) : step;
    case 'reply_failed':
      return isAwaited ? fail(step, moment) : step;
    case 'silence_check':
      return isPresent ? checkSilence(step, moment) : step;
    default:
      return step;
  }
};

/** While the last words are said, a check may find that they are over; it must not be lost to a turn that was heard. */
const awaitEnd = (step: Step, input: ConversationInput, moment: Moment): Step => {
  if (step.state.speeches.length === 0) return step;
  const isHeard = input.type === 'heard' && input.isFinal && input.text.trim() !== '';
  const isTurn = isHeard || input.type === 'history';
  const isCheck = input.type === 'silence_check' && input.turn === step.state.turn;
  return isTurn || isCheck ? armCheck(step, moment) : step;
};

const react = (step: Step, input: ConversationInput, moment: Moment): Step => {
  const { phase } = step.state;
  if (phase === 'over') return step;
  if (input.type === 'hung_up') return act(step, { phase: 'over', speeches: [], thinkingSinceMs: null });
  if (phase === 'closing') return awaitEnd(step, input, moment);
  if (phase === 'mailbox') return awaitGreetingEnd(step, input, moment);
  if (showsMachine(step.state, input)) return handleMachine(step, moment);
  if (input.type === 'history') return followHistory(step, moment);
  if (phase === 'talking') return converse(step, input, moment);
  return input.type === 'answered' ? begin(step, moment) : step;
};

const hangUpAfterLastWords = (step: Step): Step => {
  const { phase, speeches, closingReason } = step.state;
  if (phase !== 'closing' || speeches.length > 0 || closingReason === null) return step;
  return act(step, { phase: 'over' }, { type: 'hang_up', reason: closingReason });
};

/**
 * One step of a conversation: what changes and what is to be done when something happens. Inputs
 * may come twice, late and in any order; after a hang-up nothing is done any more, but what was said is still noted.
 *
 * An input that was seen has no actions when it comes again. State and actions must therefore be stored in one write, on
 * condition that the state has not changed, and the actions carried out from there, under ids that follow from the input's.
 */
export const step = (
  state: ConversationState,
  input: ConversationInput,
  settings: ConversationSettings,
  now: Date,
): Step => {
  if (state.seenIds.includes(input.id)) return { state, actions: [] };
  const moment = { settings, nowMs: now.getTime() };
  const noted = recordInput(withoutOverdueSpeeches(state, moment.nowMs), input, moment.nowMs);
  return hangUpAfterLastWords(react({ state: noted, actions: [] }, input, moment));
};

/**
 * The carrier's own engine leads the conversation and reports what was said. All that is left to do is to hang up after a
 * farewell of the assistant, once it must have been heard: the engine would stay on the line.
 */
export const followHistory = (step: Step, moment: Moment): Step => {
  const { turn, turns } = step.state;
  const last = turns.at(-1);
  if (last?.role !== 'assistant' || !(saysGoodbye(last.text) || wantsToEnd(turns))) return step;
  const speeches = [speechOf(turn, last.text, moment)];
  return armCheck(act(step, { phase: 'closing', closingReason: 'farewell', speeches }), moment);
};
