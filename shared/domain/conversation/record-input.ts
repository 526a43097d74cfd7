import { createHash } from 'node:crypto';
import type { SpokenLine } from '#shared/domain/call/event-data.ts';
import type { ConversationInput, ConversationState, Heard, Speech } from './conversation-state.ts';

/** Limits of the stored turns: 300 KB at three bytes a character, below the 400 KB of a DynamoDB item. */
export const TURNS_MAX = 200;
export const TURN_MAX_CHARS = 500;
/** Far more inputs that may come twice than can be in flight at once. */
export const SEEN_IDS_MAX = 40;
/** 36 bits: two of the ids kept agree once in a hundred million calls. */
const SEEN_ID_CHARS = 6;

/** Of the latest input, which is carried out again if it comes again: no two of a call agree. */
const LATEST_ID_CHARS = 12;

const shortened = (id: string, chars = SEEN_ID_CHARS): string =>
  createHash('sha256').update(id).digest('base64url').slice(0, chars);

/** Carriers' ids may be longer than all that is to be remembered of an input. */
export const latestIdOf = (input: Pick<ConversationInput, 'id'>): string => shortened(input.id, LATEST_ID_CHARS);

/**
 * Inputs of which a second one would change something again: words, and the end of a speech that is not named. All others
 * are void by phase or turn once they were heeded; interim words are many, and a repetition does no harm.
 */
const countsOnce = (input: ConversationInput): boolean => {
  switch (input.type) {
    case 'heard':
      return input.isFinal;
    case 'speak_ended':
      return input.turn === undefined;
    case 'history':
      return true;
    default:
      return false;
  }
};

export const isRepeated = ({ seenIds }: ConversationState, input: ConversationInput): boolean =>
  countsOnce(input) && seenIds.includes(shortened(input.id));

/** Adds a turn. The oldest beyond the limit are dropped, because replies and opt-outs depend on the latest. */
export const withTurn = (
  state: ConversationState,
  role: 'assistant' | 'user',
  text: string,
  nowMs: number,
): ConversationState => {
  const line = { role, text: text.trim().slice(0, TURN_MAX_CHARS), at: new Date(nowMs).toISOString() };
  return { ...state, turn: state.turn + 1, turns: [...state.turns, line].slice(-TURNS_MAX) };
};

/** Ends speeches whose time is up without a report. */
export const withoutOverdueSpeeches = (state: ConversationState, nowMs: number): ConversationState => {
  const speeches = state.speeches.filter(({ overByMs }) => overByMs > nowMs);
  if (speeches.length > 0 || state.speeches.length === 0) return { ...state, speeches };
  const overMs = Math.max(...state.speeches.map(({ overByMs }) => overByMs));
  return { ...state, speeches, quietSinceMs: Math.max(state.quietSinceMs, overMs) };
};

type SpeakEnded = Extract<ConversationInput, { type: 'speak_ended' }>;

const withoutEndedSpeech = (
  state: ConversationState,
  { turn, part = 0 }: SpeakEnded,
  nowMs: number,
): ConversationState => {
  const isLeft = (speech: Speech): boolean =>
    turn === undefined || speech.turn > turn || (speech.turn === turn && (speech.part ?? 0) > part);
  const speeches = turn === undefined ? state.speeches.slice(1) : state.speeches.filter(isLeft);
  const isQuietNow = speeches.length === 0 && state.speeches.length > 0;
  return {
    ...state,
    speeches,
    endedTurn: Math.max(state.endedTurn, turn ?? 0),
    quietSinceMs: isQuietNow ? nowMs : state.quietSinceMs,
  };
};

const withWords = (state: ConversationState, { text, isFinal, atMs }: Heard, nowMs: number): ConversationState => {
  if (text.trim() === '') return state;
  // While somebody speaks, the silence has not begun, so that interim words change nothing that would have to be kept.
  const quietSinceMs = !isFinal && state.speeches.length > 0 ? state.quietSinceMs : nowMs;
  const heard = { ...state, quietSinceMs, hasAskedIfThere: false };
  if (!isFinal) return heard;
  const heardAtMs = atMs === undefined ? state.heardAtMs : Math.max(atMs, state.heardAtMs ?? 0);
  return withTurn({ ...heard, heardAtMs }, 'user', text, nowMs);
};

/**
 * The carrier's engine reports everything so far, perhaps late: the longer history is the newer. Once a mailbox is
 * recognised, the engine speaks no more.
 */
const withHistory = (state: ConversationState, history: SpokenLine[], nowMs: number): ConversationState => {
  const lines = history.filter(({ text }) => text.trim() !== '').slice(-TURNS_MAX);
  if (state.machineSinceMs !== null || lines.length < state.turns.length) return state;
  const turns = lines.map(({ role, text }, index) => {
    const recorded = state.turns[index];
    const at = recorded?.role === role ? recorded.at : new Date(nowMs).toISOString();
    return { role, text: text.trim().slice(0, TURN_MAX_CHARS), at };
  });
  return { ...state, turn: state.turn + 1, turns };
};

const withFacts = (state: ConversationState, input: ConversationInput, nowMs: number): ConversationState => {
  switch (input.type) {
    case 'heard':
      return withWords(state, input, nowMs);
    case 'history':
      return withHistory(state, input.lines, nowMs);
    case 'greeting_ended':
      return { ...state, isGreetingOver: true };
    case 'detected':
      return { ...state, isHuman: state.isHuman || input.by === 'human' };
    case 'speak_ended':
      return withoutEndedSpeech(state, input, nowMs);
    case 'replied': {
      const { inputTokens, outputTokens } = state.usage;
      const usage = {
        inputTokens: inputTokens + input.usage.inputTokens,
        outputTokens: outputTokens + input.usage.outputTokens,
      };
      return { ...state, usage };
    }
    default:
      return state;
  }
};

/** Records an input's facts, in any phase: words and tokens count after a hangup too. */
export const recordInput = (state: ConversationState, input: ConversationInput, nowMs: number): ConversationState => {
  const recorded = withFacts(state, input, nowMs);
  if (!countsOnce(input)) return recorded;
  return { ...recorded, seenIds: [...recorded.seenIds, shortened(input.id)].slice(-SEEN_IDS_MAX) };
};
