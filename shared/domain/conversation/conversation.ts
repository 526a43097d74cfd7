import type { ConversationInput, ConversationSettings, ConversationState, Heard } from './conversation-state.ts';
import {
  act,
  armCheck,
  close,
  cutOff,
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
import { awaitGreetingEnd, handleMachine, listenToMachine, meetMachine, showsMachine } from './mailbox.ts';
import { isRepeated, recordInput, withoutOverdueSpeeches } from './record-input.ts';
import { failReply, hearReply } from './replying.ts';
import { awaitPerson, meetScreener, meetsScreener } from './screening-steps.ts';

const begin = (step: Step, moment: Moment): Step => {
  const talking = act(
    step,
    { phase: 'talking', answeredAtMs: moment.nowMs, quietSinceMs: moment.nowMs },
    { type: 'start_transcription' },
  );
  const { firstMessage } = moment.settings;
  return firstMessage.trim() === '' ? think(talking, moment) : say(talking, firstMessage, moment);
};

const hear = (step: Step, isFinal: boolean, moment: Moment): Step => {
  const listening = stopSpeaking(step, moment);
  if (!isFinal) return listening;
  const { goodbye } = moment.settings.phrases;
  return step.state.turn >= moment.settings.maxTurns
    ? close(listening, 'max_turns', goodbye, moment)
    : think(listening, moment);
};

/** Interim words that arrive after the final ones. */
const isOutdated = ({ heardAtMs }: ConversationState, { isFinal, atMs }: Heard): boolean =>
  !isFinal && atMs !== undefined && heardAtMs !== null && atMs <= heardAtMs;

const checkSilence = (step: Step, moment: Moment): Step => {
  const { state } = step;
  const { phrases } = moment.settings;
  if (moment.nowMs < nextCheckMs(state, moment)) return armCheck(step, moment);
  if (state.thinkingSinceMs !== null) return failReply(step, moment);
  return state.hasAskedIfThere
    ? close(step, 'silence', phrases.goodbye, moment)
    : say(act(step, { hasAskedIfThere: true }), phrases.stillThere, moment);
};

const converse = (step: Step, input: ConversationInput, moment: Moment): Step => {
  const { state } = step;
  if (moment.nowMs >= durationEndsMs(state, moment)) {
    return close(step, 'max_duration', moment.settings.phrases.goodbye, moment);
  }
  const isCurrent = 'turn' in input && input.turn === state.turn;
  switch (input.type) {
    case 'heard':
      return input.text.trim() === '' || isOutdated(state, input) ? step : hear(step, input.isFinal, moment);
    case 'sentences':
    case 'replied':
    case 'reply_failed':
      return hearReply(step, input, moment);
    case 'silence_check':
      return isCurrent ? checkSilence(step, moment) : step;
    default:
      return step;
  }
};

/** A turn heard during the last words voids the check that finds them over, so another one is armed. */
const awaitEnd = (step: Step, input: ConversationInput, moment: Moment): Step => {
  if (step.state.speeches.length === 0) return step;
  const isHeard = input.type === 'heard' && input.isFinal && input.text.trim() !== '';
  const isTurn = isHeard || input.type === 'history';
  const isCheck = input.type === 'silence_check' && input.turn === step.state.turn;
  return isTurn || isCheck ? armCheck(step, moment) : step;
};

const waitForPerson = (step: Step, input: ConversationInput, moment: Moment): Step =>
  moment.nowMs < durationEndsMs(step.state, moment)
    ? awaitPerson(step, input, moment, handleMachine)
    : close(step, 'max_duration', moment.settings.phrases.goodbye, moment);

/** Of words that waited behind others when the call ended, nothing was said. */
const endedBy = (step: Step): Step => {
  const isWaiting = step.state.speeches.filter(({ isStopped }) => !isStopped).length > 1;
  const state = isWaiting ? cutOff(step.state) : step.state;
  return act({ ...step, state }, { phase: 'over', speeches: [], thinkingSinceMs: null, replying: null });
};

const react = (step: Step, input: ConversationInput, moment: Moment): Step => {
  const { phase } = step.state;
  if (phase === 'over') return step;
  if (input.type === 'hung_up') return endedBy(step);
  if (phase === 'closing') return awaitEnd(step, input, moment);
  if (phase === 'mailbox') return awaitGreetingEnd(step, input, moment);
  if (showsMachine(step.state, input)) return meetMachine(step, input, moment);
  if (phase === 'screening') return waitForPerson(step, input, moment);
  if (meetsScreener(step.state, input, moment)) return meetScreener(step, moment, handleMachine);
  if (phase === 'listening') return listenToMachine(step, input, moment);
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
 * One step of a conversation: the new state and the actions for an input. Inputs may come twice, late and in any order;
 * after a hangup they cause no actions, but what was said is still recorded.
 *
 * A repeated input yields no actions. The caller therefore stores state and actions in one write, on condition that the
 * state has not changed, and carries the actions out from there, under ids derived from the input's.
 */
export const step = (
  state: ConversationState,
  input: ConversationInput,
  settings: ConversationSettings,
  now: Date,
): Step => {
  if (isRepeated(state, input)) return { state, actions: [] };
  const moment = { settings, nowMs: now.getTime() };
  const recorded = recordInput(withoutOverdueSpeeches(state, moment.nowMs), input, moment.nowMs);
  return hangUpAfterLastWords(react({ state: recorded, actions: [] }, input, moment));
};

/**
 * Hangs up a hosted conversation once the assistant's farewell must have been heard, because the carrier's engine would
 * stay on the line.
 */
const followHistory = (step: Step, moment: Moment): Step => {
  const { turn, turns } = step.state;
  const last = turns.at(-1);
  if (last?.role !== 'assistant' || !(saysGoodbye(last.text) || wantsToEnd(turns))) return step;
  const speeches = [speechOf(turn, last.text, moment)];
  return armCheck(act(step, { phase: 'closing', closingReason: 'farewell', speeches }), moment);
};
