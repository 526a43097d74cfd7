import type { TokenUsage } from '#shared/domain/call/cost.ts';
import type { Phrases } from './phrases.ts';
import type { SpokenLine, TranscriptLine } from './utterances.ts';

/** What an assistant does with an answering machine. */
export const VOICEMAIL_POLICIES = ['hangup', 'leave_message', 'continue'] as const;
export type VoicemailPolicy = (typeof VOICEMAIL_POLICIES)[number];

export const SILENCE_PROMPT_SECONDS_DEFAULT = 10;
export const SILENCE_HANGUP_SECONDS_DEFAULT = 10;
export const MAX_DURATION_SECONDS_DEFAULT = 30 * 60;
export const MAX_TURNS_DEFAULT = 120;

export interface ConversationSettings {
  direction: 'inbound' | 'outbound';
  /** Rendered. When it is blank, the language model speaks first. */
  firstMessage: string;
  voicemailPolicy: VoicemailPolicy;
  /** Rendered. When it is blank, an answering machine is hung up on. */
  voicemailMessage: string;
  lines: Phrases;
  /** Quiet for so long, the assistant asks whether somebody is there; */
  silencePromptSeconds: number;
  /** and quiet again for so long after that, it hangs up. */
  silenceHangupSeconds: number;
  /** From the answer on. */
  maxDurationSeconds: number;
  /** What both sides may say in all. */
  maxTurns: number;
}

/** What happened. What comes again under the same id changes nothing, so every check needs an id of its own. */
export type ConversationInput = { id: string } & (
  | { type: 'answered' }
  | { type: 'detected'; by: 'human' | 'machine' | 'unknown' }
  /** The greeting of a mailbox is over; it records from now on. A beep shows that it is one. */
  | { type: 'greeting_ended'; isBeep: boolean }
  /** `atMs`: when it was said, by the carrier's clock. */
  | { type: 'heard'; text: string; isFinal: boolean; atMs?: number | undefined }
  /** All that was said so far, where the carrier's own engine leads the conversation. */
  | { type: 'history'; lines: SpokenLine[] }
  /** `turn` as in the `speak` that ended, where the carrier tells which; else the oldest is meant. */
  | { type: 'speak_ended'; turn?: number | undefined }
  | { type: 'replied'; turn: number; text: string; usage: TokenUsage }
  | { type: 'reply_failed'; turn: number }
  | { type: 'silence_check'; turn: number }
  | { type: 'hung_up' }
);

export type Heard = Extract<ConversationInput, { type: 'heard' }>;

export type HangUpReason =
  | 'farewell'
  | 'silence'
  | 'max_duration'
  | 'max_turns'
  | 'machine'
  | 'voicemail_message'
  | 'no_reply';

/** What is to be done, in this order. The same turn is never spoken and never thought of twice. */
export type ConversationAction =
  | { type: 'start_transcription' }
  /** We take over from the carrier's own engine, where that leads the conversation. */
  | { type: 'silence_engine' }
  /** `isFirst`: the assistant's first words in this call. */
  | { type: 'speak'; text: string; turn: number; isFirst: boolean }
  | { type: 'stop_speaking' }
  /** Ask the language model for the next words, and bring them as `replied` or `reply_failed` with this turn. */
  | { type: 'think'; turn: number }
  /** Bring a `silence_check` with this turn after that time. */
  | { type: 'check_silence'; afterSeconds: number; turn: number }
  | { type: 'hang_up'; reason: HangUpReason };

/** Something that was said and whose end nobody has reported yet. */
export interface Speech {
  turn: number;
  /** By then it is over, whether its end is reported or not. Epoch milliseconds. */
  overByMs: number;
  isStopped: boolean;
}

/** Plain JSON; times in milliseconds since the epoch. */
export interface ConversationState {
  /**
   * `unanswered` as long as the carrier's own engine leads the conversation. `mailbox`: a machine is greeting, and a message
   * will be left. `closing`: the last words are being said. `over`: hung up, by either side.
   */
  phase: 'unanswered' | 'talking' | 'mailbox' | 'closing' | 'over';
  /** How often anybody has spoken; a reply or a check for an earlier turn is void. */
  turn: number;
  turns: TranscriptLine[];
  speeches: Speech[];
  /** The latest turn whose end was reported: that may come before its beginning is noted. */
  endedTurn: number;
  answeredAtMs: number | null;
  quietSinceMs: number;
  /** Since when a reply to the present turn is awaited. */
  thinkingSinceMs: number | null;
  hasAskedIfThere: boolean;
  /** Since when a mailbox is known to have answered, and waited for. */
  machineSinceMs: number | null;
  isGreetingOver: boolean;
  /** By the carrier's detection. */
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
  hasAskedIfThere: false,
  machineSinceMs: null,
  isGreetingOver: false,
  isHuman: false,
  heardAtMs: null,
  failedReplies: 0,
  closingReason: null,
  usage: { inputTokens: 0, outputTokens: 0 },
  seenIds: [],
};
