import { asksNotToBeCalled } from '../opt-out.ts';
import type {
  ConversationAction,
  ConversationInput,
  ConversationSettings,
  ConversationState,
  HangUpReason,
} from './conversation-state.ts';
import { saysGoodbye } from './farewell.ts';
import { noteInput, withoutOverdueSpeeches, withTurn } from './note-input.ts';
import { utterancesOf } from './utterances.ts';

/** Asking the language model again would be of no use by then: whoever waits on a phone has given up. */
export const REPLY_DEADLINE_SECONDS = 15;
/** Failed replies in a row after which the call is ended. */
export const FAILED_REPLIES_MAX = 2;
/** Slow speech, so that nobody is cut off when the end of a speech is not reported. */
const SPEECH_CHARS_PER_SECOND = 10;
/** From the command to the first sound. */
const SPEECH_START_SECONDS = 5;
/** How long a carrier takes to report the end of a speech that was stopped. */
const SPEECH_STOP_SECONDS = 3;
const SECOND_MS = 1_000;

interface Step {
  state: ConversationState;
  actions: ConversationAction[];
}

interface Moment {
  settings: ConversationSettings;
  nowMs: number;
}

const act = (step: Step, changes: Partial<ConversationState>, ...actions: ConversationAction[]): Step => ({
  state: { ...step.state, ...changes },
  actions: [...step.actions, ...actions],
});

const silenceEndsMs = (state: ConversationState, { settings }: Moment): number => {
  const seconds = state.hasAskedIfThere ? settings.silenceHangupSeconds : settings.silencePromptSeconds;
  return state.quietSinceMs + seconds * SECOND_MS;
};

const durationEndsMs = (state: ConversationState, { settings, nowMs }: Moment): number =>
  (state.answeredAtMs ?? nowMs) + settings.maxDurationSeconds * SECOND_MS;

/** When something would have to happen if nothing is heard of until then. While somebody speaks, silence begins anew. */
const nextCheckMs = (state: ConversationState, moment: Moment): number => {
  const lastSpeechOverMs = Math.max(...state.speeches.map(({ overByMs }) => overByMs));
  if (state.phase === 'closing') return lastSpeechOverMs;
  if (state.thinkingSinceMs !== null) return state.thinkingSinceMs + REPLY_DEADLINE_SECONDS * SECOND_MS;
  const quietSinceMs = state.speeches.length > 0 ? moment.nowMs : state.quietSinceMs;
  return silenceEndsMs({ ...state, quietSinceMs }, moment);
};

/** Every turn has one check under way, so that a conversation ends whatever message is lost. */
const armCheck = (step: Step, moment: Moment): Step => {
  const limitMs = step.state.phase === 'talking' ? durationEndsMs(step.state, moment) : Number.POSITIVE_INFINITY;
  const dueMs = Math.min(nextCheckMs(step.state, moment), limitMs);
  const afterSeconds = Math.max(1, Math.ceil((dueMs - moment.nowMs) / SECOND_MS));
  return act(step, {}, { type: 'check_silence', afterSeconds, turn: step.state.turn });
};

const stopSpeaking = (step: Step, { nowMs }: Moment): Step => {
  const { speeches } = step.state;
  if (speeches.every(({ isStopped }) => isStopped)) return step;
  const stoppedByMs = nowMs + SPEECH_STOP_SECONDS * SECOND_MS;
  const stopped = speeches.map((speech) => ({
    ...speech,
    isStopped: true,
    overByMs: Math.min(speech.overByMs, stoppedByMs),
  }));
  return act(step, { speeches: stopped }, { type: 'stop_speaking' });
};

const say = (step: Step, text: string, moment: Moment): Step => {
  const { state, actions } = stopSpeaking(step, moment);
  const said = withTurn(state, 'assistant', text, moment.nowMs);
  const seconds = SPEECH_START_SECONDS + text.length / SPEECH_CHARS_PER_SECOND;
  const speech = { turn: said.turn, overByMs: Math.ceil(moment.nowMs + seconds * SECOND_MS), isStopped: false };
  const speeches = said.turn > said.endedTurn ? [...said.speeches, speech] : said.speeches;
  const spoken = act(
    { state: said, actions },
    { speeches, quietSinceMs: moment.nowMs, thinkingSinceMs: null },
    { type: 'speak', text, turn: said.turn },
  );
  return armCheck(spoken, moment);
};

const think = (step: Step, moment: Moment): Step =>
  armCheck(act(step, { thinkingSinceMs: moment.nowMs }, { type: 'think', turn: step.state.turn }), moment);

/** Says the last words and hangs up after them; without words, at once. */
const close = (step: Step, reason: HangUpReason, lastWords: string, moment: Moment): Step => {
  const closing = act(step, { phase: 'closing', closingReason: reason, thinkingSinceMs: null });
  return lastWords.trim() === '' ? act(closing, { speeches: [] }) : say(closing, lastWords, moment);
};

const begin = (step: Step, moment: Moment): Step => {
  const talking = act(
    step,
    { phase: 'talking', answeredAtMs: moment.nowMs, quietSinceMs: moment.nowMs },
    { type: 'start_transcription' },
  );
  const { firstMessage } = moment.settings;
  return firstMessage.trim() === '' ? think(talking, moment) : say(talking, firstMessage, moment);
};

const meetMachine = (step: Step, moment: Moment): Step => {
  const { direction, voicemailPolicy, voicemailMessage } = moment.settings;
  if (direction === 'inbound' || voicemailPolicy === 'continue') return step;
  return voicemailPolicy === 'leave_message' && voicemailMessage.trim() !== ''
    ? close(step, 'voicemail_message', voicemailMessage, moment)
    : close(step, 'machine', '', moment);
};

/** Whether the call ends with the next words: the other party said goodbye, or asked not to be called again. */
const wantsToEnd = (state: ConversationState): boolean => {
  const lastWords = utterancesOf(state.turns).at(-1) ?? '';
  return saysGoodbye(lastWords) || asksNotToBeCalled([{ role: 'user', text: lastWords }]);
};

const fail = (step: Step, moment: Moment): Step => {
  const { lines } = moment.settings;
  const failedReplies = step.state.failedReplies + 1;
  if (wantsToEnd(step.state)) return close(step, 'farewell', lines.goodbye, moment);
  if (failedReplies >= FAILED_REPLIES_MAX) return close(step, 'no_reply', lines.goodbye, moment);
  return say(act(step, { failedReplies }), lines.apology, moment);
};

const reply = (step: Step, text: string, moment: Moment): Step => {
  if (text.trim() === '') return fail(step, moment);
  if (saysGoodbye(text) || wantsToEnd(step.state)) return close(step, 'farewell', text, moment);
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
      return input.text.trim() === '' ? step : hear(step, input.isFinal, moment);
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
  const isTurn = input.type === 'heard' && input.isFinal && input.text.trim() !== '';
  const isCheck = input.type === 'silence_check' && input.turn === step.state.turn;
  return isTurn || isCheck ? armCheck(step, moment) : step;
};

const react = (step: Step, input: ConversationInput, moment: Moment): Step => {
  const { phase } = step.state;
  if (phase === 'over') return step;
  if (input.type === 'hung_up') return act(step, { phase: 'over', speeches: [], thinkingSinceMs: null });
  if (phase === 'closing') return awaitEnd(step, input, moment);
  if (input.type === 'detected' && input.by === 'machine') return meetMachine(step, moment);
  if (phase === 'talking') return converse(step, input, moment);
  return input.type === 'answered' ? begin(step, moment) : step;
};

const hangUpAfterLastWords = (step: Step): Step => {
  const { phase, speeches, closingReason } = step.state;
  if (phase !== 'closing' || speeches.length > 0 || closingReason === null) return step;
  return act(step, { phase: 'over' }, { type: 'hang_up', reason: closingReason });
};

/**
 * One step of a conversation that is led turn by turn: what changes and what is to be done when something happens. Inputs
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
  const noted = noteInput(withoutOverdueSpeeches(state, moment.nowMs), input, moment.nowMs);
  return hangUpAfterLastWords(react({ state: noted, actions: [] }, input, moment));
};
