import { SECOND_MS } from '#shared/domain/time.ts';
import type {
  ConversationAction,
  ConversationSettings,
  ConversationState,
  HangUpReason,
  Speech,
} from './conversation-state.ts';
import { withTurn } from './record-input.ts';
import { lineOfTurn } from './settled-lines.ts';

/** Nobody waits longer for a reply on the phone, so asking the language model again is useless. */
export const REPLY_DEADLINE_SECONDS = 15;
/** A slow rate, so that a speech whose end is not reported is not cut off. */
const SPEECH_CHARS_PER_SECOND = 10;
/** From the command to the first sound. */
const SPEECH_START_SECONDS = 5;
/** How long a carrier takes to report the end of a stopped speech. */
const SPEECH_STOP_SECONDS = 3;
/** The longest greeting of a mailbox, counted from the detection. */
const GREETING_MAX_SECONDS = 30;
/** After this much silence a mailbox's greeting is over; so is its beep, which follows within two seconds. */
const GREETING_QUIET_SECONDS = 4;

/** How long a detected machine is listened to: the longest prompt of a screening assistant, and its transcription. */
const LISTENING_MAX_SECONDS = 8;
/** The longest time in which a phone rings after its screening assistant was answered, and who answered is heard. */
export const SCREENING_MAX_SECONDS = 60;

export interface Step {
  state: ConversationState;
  actions: ConversationAction[];
}

export interface Moment {
  settings: ConversationSettings;
  nowMs: number;
}

/** The carrier's own engine leads the conversation: our state machine was never told to answer. */
export const isHosted = ({ answeredAtMs }: ConversationState): boolean => answeredAtMs === null;

export const act = (step: Step, changes: Partial<ConversationState>, ...actions: ConversationAction[]): Step => ({
  state: { ...step.state, ...changes },
  actions: [...step.actions, ...actions],
});

const silenceEndsMs = (state: ConversationState, { settings }: Moment): number => {
  const seconds = state.hasAskedIfThere ? settings.silenceHangupSeconds : settings.silencePromptSeconds;
  return state.quietSinceMs + seconds * SECOND_MS;
};

export const durationEndsMs = (state: ConversationState, { settings, nowMs }: Moment): number =>
  (state.answeredAtMs ?? nowMs) + settings.maxDurationSeconds * SECOND_MS;

/** When a machine's greeting counts as over if the carrier does not report its end. */
const greetingEndsMs = (
  { turns, quietSinceMs }: ConversationState,
  machineSinceMs: number,
  maxSeconds = GREETING_MAX_SECONDS,
): number => {
  const latestMs = machineSinceMs + maxSeconds * SECOND_MS;
  const isHeard = turns.some(({ role }) => role !== 'assistant');
  const quietMs = Math.max(quietSinceMs, machineSinceMs) + GREETING_QUIET_SECONDS * SECOND_MS;
  return isHeard ? Math.min(latestMs, quietMs) : latestMs;
};

/** When to act if no input comes before. While the assistant speaks, the silence starts anew. */
export const nextCheckMs = (state: ConversationState, moment: Moment): number => {
  if (state.machineSinceMs !== null && state.phase === 'mailbox') return greetingEndsMs(state, state.machineSinceMs);
  if (state.listeningSinceMs !== null && state.phase === 'listening') {
    return greetingEndsMs(state, state.listeningSinceMs, LISTENING_MAX_SECONDS);
  }
  if (state.screenedSinceMs !== null && state.phase === 'screening') {
    return state.screenedSinceMs + SCREENING_MAX_SECONDS * SECOND_MS;
  }
  const lastSpeechOverMs = Math.max(...state.speeches.map(({ overByMs }) => overByMs));
  if (state.phase === 'closing') return lastSpeechOverMs;
  if (state.thinkingSinceMs !== null) return state.thinkingSinceMs + REPLY_DEADLINE_SECONDS * SECOND_MS;
  const quietSinceMs = state.speeches.length > 0 ? moment.nowMs : state.quietSinceMs;
  return silenceEndsMs({ ...state, quietSinceMs }, moment);
};

const isLimited = ({ phase }: ConversationState): boolean => phase === 'talking' || phase === 'screening';

/** Every turn has one check in flight, so that a conversation ends even if messages are lost. */
export const armCheck = (step: Step, moment: Moment): Step => {
  const limitMs = isLimited(step.state) ? durationEndsMs(step.state, moment) : Number.POSITIVE_INFINITY;
  const dueMs = Math.min(nextCheckMs(step.state, moment), limitMs);
  const afterSeconds = Math.max(1, Math.ceil((dueMs - moment.nowMs) / SECOND_MS));
  return act(step, {}, { type: 'check_silence', afterSeconds, turn: step.state.turn });
};

/** The line that is being said ends with the words that have begun; what was to follow is not said any more. */
export const cutOff = (state: ConversationState): ConversationState => {
  const underWay = state.speeches.find(({ isStopped }) => !isStopped);
  const index = underWay ? lineOfTurn(state, underWay.turn) : -1;
  const line = state.turns[index];
  if (line?.role !== 'assistant') return state;
  const said = { ...line, text: line.text.slice(0, underWay?.chars), interrupted: true as const };
  return { ...state, turns: state.turns.map((other, at) => (at === index ? said : other)) };
};

export const stopSpeaking = (step: Step, { nowMs }: Moment): Step => {
  const { speeches, replying } = step.state;
  if (speeches.every(({ isStopped }) => isStopped)) return step;
  const stoppedByMs = nowMs + SPEECH_STOP_SECONDS * SECOND_MS;
  const stopped = speeches.map((speech) => ({
    ...speech,
    isStopped: true,
    overByMs: Math.min(speech.overByMs, stoppedByMs),
  }));
  const changes = { speeches: stopped, replying: replying && { ...replying, isBrokenOff: true } };
  return act({ ...step, state: cutOff(step.state) }, changes, { type: 'stop_speaking' });
};

/** A speech that begins now. */
export const speechOf = (turn: number, text: string, { nowMs }: Moment): Speech => {
  const seconds = SPEECH_START_SECONDS + text.length / SPEECH_CHARS_PER_SECOND;
  return { turn, overByMs: Math.ceil(nowMs + seconds * SECOND_MS), isStopped: false };
};

export const say = (step: Step, text: string, moment: Moment): Step => {
  const { state, actions } = stopSpeaking(step, moment);
  const said = withTurn(state, 'assistant', text, moment.nowMs);
  const speech = speechOf(said.turn, text, moment);
  const speeches = said.turn > said.endedTurn ? [...said.speeches, speech] : said.speeches;
  const spoken = act(
    { state: said, actions },
    { speeches, quietSinceMs: moment.nowMs, thinkingSinceMs: null, replying: null },
    { type: 'speak', text, turn: said.turn, isFirst: state.turns.every(({ role }) => role !== 'assistant') },
  );
  return armCheck(spoken, moment);
};

export const think = (step: Step, moment: Moment): Step =>
  armCheck(
    act(step, { thinkingSinceMs: moment.nowMs, replying: null }, { type: 'think', turn: step.state.turn }),
    moment,
  );

/** Says the last words, then hangs up; hangs up at once without words. */
export const close = (step: Step, reason: HangUpReason, lastWords: string, moment: Moment): Step => {
  const closing = act(step, { phase: 'closing', closingReason: reason, thinkingSinceMs: null });
  return lastWords.trim() === '' ? act(closing, { speeches: [] }) : say(closing, lastWords, moment);
};
