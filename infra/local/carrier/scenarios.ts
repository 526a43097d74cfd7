/** How long things take at speed 1, seconds. */
const RING_SECONDS = 5;
const TALK_SECONDS = 20;
const VOICEMAIL_SECONDS = 8;
const UNANSWERED_RING_SECONDS = 25;
const BUSY_SECONDS = 1;
const INVALID_NUMBER_SECONDS = 1;
/** An incoming call rings this long before the caller gives up. */
export const INBOUND_RING_SECONDS = 20;

export type HangupCause = 'normal_clearing' | 'user_busy' | 'no_answer' | 'invalid_number';
export type AnsweredBy = 'human' | 'machine';
export type Conversation = 'interested' | 'asks_not_to_be_called' | 'none';

/** What becomes of a call, decided when it is placed. Durations in seconds at speed 1. */
export interface Scenario {
  ringSeconds: number;
  /** Absent: nobody answers. */
  answer?: { by: AnsweredBy; talkSeconds: number };
  hangupCause: HangupCause;
  conversation: Conversation;
}

/** How the carrier itself behaves towards its client for a callee, apart from the call's course. */
export interface CarrierManners {
  /** The call is placed, but the dial request is never answered. */
  answersDial: boolean;
  /** The first dial of a command is refused for its rate. */
  limitsFirstDial: boolean;
  /** Every event is sent twice and out of order. */
  scramblesEvents: boolean;
}

const unanswered = (ringSeconds: number, hangupCause: HangupCause): Scenario => ({
  ringSeconds,
  hangupCause,
  conversation: 'none',
});

const humanAnswers = (conversation: Conversation): Scenario => ({
  ringSeconds: RING_SECONDS,
  answer: { by: 'human', talkSeconds: TALK_SECONDS },
  hangupCause: 'normal_clearing',
  conversation,
});

const ORDINARY = humanAnswers('interested');

const BY_LAST_FOUR_DIGITS: Record<string, Scenario> = {
  '0002': unanswered(UNANSWERED_RING_SECONDS, 'no_answer'),
  '0003': unanswered(BUSY_SECONDS, 'user_busy'),
  '0004': {
    ringSeconds: RING_SECONDS,
    answer: { by: 'machine', talkSeconds: VOICEMAIL_SECONDS },
    hangupCause: 'normal_clearing',
    conversation: 'none',
  },
  '0005': unanswered(INVALID_NUMBER_SECONDS, 'invalid_number'),
  '0006': humanAnswers('asks_not_to_be_called'),
};

/** The course of an outgoing call, chosen by the last four digits of the callee, like a payment processor's test cards. */
export const scenarioFor = (to: string): Scenario => BY_LAST_FOUR_DIGITS[to.slice(-4)] ?? ORDINARY;

/** The course of an incoming call once it is answered. */
export const ANSWERED_INBOUND: Scenario = { ...ORDINARY, ringSeconds: 0 };

/** The carrier's manners, chosen by the same digits. */
export const mannersFor = (to: string): CarrierManners => ({
  answersDial: !to.endsWith('0007'),
  limitsFirstDial: to.endsWith('0009'),
  scramblesEvents: to.endsWith('0008'),
});

export interface TranscriptLine {
  role: 'assistant' | 'user';
  text: string;
  at: string;
}

const SCRIPTS: Record<Conversation, [TranscriptLine['role'], string][]> = {
  none: [],
  interested: [
    ['assistant', 'Hello, this is the virtual assistant calling. Do you have a minute?'],
    ['user', 'Hi, yes, I have a minute. What is this about?'],
    ['assistant', 'I would like to find a time for you to talk to one of our people. Would Tuesday suit you?'],
    ['user', 'Tuesday at ten is fine. Please send the invitation by email.'],
    ['assistant', 'I will. Thank you, and have a good day.'],
  ],
  asks_not_to_be_called: [
    ['assistant', 'Hello, this is the virtual assistant calling. Do you have a minute?'],
    ['user', 'No. Please do not call me again, and take me off your list.'],
    ['assistant', 'I understand. You will not be called again. Goodbye.'],
  ],
};

/** What was said, spread evenly over the conversation. Times in milliseconds since the epoch. */
export const transcriptOf = (conversation: Conversation, answeredAt: number, endedAt: number): TranscriptLine[] => {
  const script = SCRIPTS[conversation];
  const step = (endedAt - answeredAt) / Math.max(script.length, 1);
  return script.map(([role, text], index) => ({
    role,
    text,
    at: new Date(answeredAt + Math.round(step * index)).toISOString(),
  }));
};
