import type { TokenUsage } from '#shared/domain/call/cost.ts';
import type { SpokenLine } from '#shared/domain/call/event-data.ts';
import type { Phrases } from './phrases.ts';
import type { TranscriptLine } from './utterances.ts';

/** What an assistant does with an answering machine. */
export const VOICEMAIL_POLICIES = ['hangup', 'leave_message', 'continue'] as const;
export type VoicemailPolicy = (typeof VOICEMAIL_POLICIES)[number];

export const SILENCE_PROMPT_SECONDS_DEFAULT = 10;
export const SILENCE_HANGUP_SECONDS_DEFAULT = 10;
export const MAX_DURATION_SECONDS_DEFAULT = 30 * 60;
export const MAX_TURNS_DEFAULT = 120;

export interface ConversationSettings {
  direction: 'inbound' | 'outbound';
  /** Rendered; when blank, the language model speaks first. */
  firstMessage: string;
  voicemailPolicy: VoicemailPolicy;
  /** Rendered; when blank, the call hangs up on an answering machine. */
  voicemailMessage: string;
  /** What a screening assistant is told: who is calling, and why. */
  introduction: string;
  phrases: Phrases;
  /** Silence after which the assistant asks whether somebody is there. */
  silencePromptSeconds: number;
  /** Further silence after which it hangs up. */
  silenceHangupSeconds: number;
  /** Counted from the answer. */
  maxDurationSeconds: number;
  /** Turns of both sides together. */
  maxTurns: number;
}

/** What happened. A repeated id changes nothing, so every silence check needs its own id. */
export type ConversationInput = { id: string } & (
  | { type: 'answered' }
  | { type: 'detected'; by: 'human' | 'machine' | 'unknown' }
  /** A mailbox's greeting is over and it records; a beep proves that it is a mailbox. */
  | { type: 'greeting_ended'; isBeep: boolean }
  /** `atMs`: when it was said, by the carrier's clock. */
  | { type: 'heard'; text: string; isFinal: boolean; atMs?: number | undefined }
  /** Everything said so far in a hosted conversation. */
  | { type: 'history'; lines: SpokenLine[] }
  /** `turn` and `part` of the `speak` that ended; without them the oldest is meant. */
  | { type: 'speak_ended'; turn?: number | undefined; part?: number | undefined }
  /** The first sentences of a reply that is still being written, or further ones. */
  | { type: 'sentences'; turn: number; text: string }
  /** The reply is complete. `text`: what of it did not come as `sentences`, perhaps nothing. */
  | { type: 'replied'; turn: number; text: string; usage: TokenUsage }
  | { type: 'reply_failed'; turn: number }
  | { type: 'silence_check'; turn: number }
  | { type: 'hung_up' }
);

export type Heard = Extract<ConversationInput, { type: 'heard' }>;

/** Words that the other party is still saying. */
export const isInterim = (input: ConversationInput): boolean => input.type === 'heard' && !input.isFinal;

export type HangUpReason =
  | 'farewell'
  | 'silence'
  | 'max_duration'
  | 'max_turns'
  | 'machine'
  | 'voicemail_message'
  /** A screening assistant put nobody through. */
  | 'screened_out'
  | 'no_reply';

/** What to do, in this order. No turn is spoken or thought about twice. */
export type ConversationAction =
  | { type: 'start_transcription' }
  /** Takes a hosted conversation over from the carrier's engine. */
  | { type: 'silence_engine' }
  /**
   * `isFirst`: the assistant's first words in this call. `part`: further words of the same turn, to be said after those
   * before it; absent for the first.
   */
  | { type: 'speak'; text: string; turn: number; part?: number; isFirst: boolean }
  /** `turn`: words of this turn may have been sent after they were stopped. */
  | { type: 'stop_speaking'; turn?: number }
  /** Ask the language model for the next words, which come as `sentences`, `replied` or `reply_failed` with this turn. */
  | { type: 'think'; turn: number }
  /** Send a `silence_check` with this turn after that time. */
  | { type: 'check_silence'; afterSeconds: number; turn: number }
  /** Who is on the call that a screening assistant took first. */
  | { type: 'note_screening'; by: 'screener' | 'human' | 'machine'; turn: number }
  | { type: 'hang_up'; reason: HangUpReason };

/** A speech whose end is not reported yet. */
export interface Speech {
  turn: number;
  /** Which words of the turn; absent for the first. */
  part?: number;
  /** Where they end in the turn's line; absent where they are all of it. */
  chars?: number;
  /** Counts as over from then on, even without a report. Epoch milliseconds. */
  overByMs: number;
  isStopped: boolean;
}

/** A reply whose first words are said while the others are still being written. */
export interface Replying {
  /** The turn that is replied to. */
  to: number;
  /** The turn of the reply. */
  turn: number;
  parts: number;
  /** Whether its latest sentence is a farewell. */
  isFarewell: boolean;
  /** The other party talked meanwhile, so that nothing more of it is said. */
  isBrokenOff: boolean;
}

/** Plain JSON; times in milliseconds since the epoch. */
export interface ConversationState {
  /**
   * Hosted conversations stay `unanswered`. `listening`: a machine was detected, and its words will tell a mailbox from
   * a screening assistant. `screening`: such an assistant was told who is calling, and a person is waited for.
   * `mailbox`: a machine is greeting, and a message will be left. `closing`: the last words are being said. `over`: hung
   * up, by either side.
   */
  phase: 'unanswered' | 'talking' | 'listening' | 'screening' | 'mailbox' | 'closing' | 'over';
  /** How often anybody has spoken; replies and checks for an earlier turn are void. */
  turn: number;
  turns: TranscriptLine[];
  speeches: Speech[];
  /** The latest turn whose end was reported, perhaps before its beginning is stored. */
  endedTurn: number;
  answeredAtMs: number | null;
  quietSinceMs: number;
  /** When the reply to the current turn was requested. */
  thinkingSinceMs: number | null;
  replying: Replying | null;
  hasAskedIfThere: boolean;
  /** When the machine was detected whose words are awaited. */
  listeningSinceMs: number | null;
  /** When a screening assistant was recognised; null without one. */
  screenedSinceMs: number | null;
  /** When the mailbox whose greeting is awaited was recognised. */
  machineSinceMs: number | null;
  isGreetingOver: boolean;
  /** The carrier's detection said so. */
  isHuman: boolean;
  /** When the latest final words were said, by the carrier's clock. */
  heardAtMs: number | null;
  failedReplies: number;
  closingReason: HangUpReason | null;
  usage: TokenUsage;
  seenIds: string[];
}

export const NEW_CONVERSATION: ConversationState = {
  phase: 'unanswered',
  turn: 0,
  turns: [],
  speeches: [],
  endedTurn: 0,
  answeredAtMs: null,
  quietSinceMs: 0,
  thinkingSinceMs: null,
  replying: null,
  hasAskedIfThere: false,
  listeningSinceMs: null,
  screenedSinceMs: null,
  machineSinceMs: null,
  isGreetingOver: false,
  isHuman: false,
  heardAtMs: null,
  failedReplies: 0,
  closingReason: null,
  usage: { inputTokens: 0, outputTokens: 0 },
  seenIds: [],
};
