import type { Callee } from './callees.ts';

/** Durations at speed 1. */
const RING_SECONDS = 5;
const TALK_SECONDS = 20;
const VOICEMAIL_SECONDS = 8;
const UNANSWERED_RING_SECONDS = 25;
const BUSY_SECONDS = 1;
const INVALID_NUMBER_SECONDS = 1;
/** An inbound caller gives up after this long. */
const INBOUND_RING_SECONDS = 20;
/** At any speed, because whoever answers needs real time. */
const INBOUND_LEAST_RING_MS = 2_000;

export type HangupCause = 'normal_clearing' | 'user_busy' | 'no_answer' | 'invalid_number';
export type AnsweredBy = 'human' | 'machine';

/** The course of a call, decided when it is placed. Durations in seconds at speed 1. */
export interface Scenario {
  ringSeconds: number;
  /** At any speed. */
  leastRingMs?: number;
  /** Absent if nobody answers. */
  answer?: { by: AnsweredBy; leastTalkSeconds: number };
  hangupCause: HangupCause;
  callee: Callee;
}

/** What the carrier does wrong to its client for a callee, apart from the call's course. */
interface Misbehaviour {
  /** The call is placed, but the dial gets no reply. */
  withholdsReply: boolean;
  /** The first dial is rate-limited, and then every other one. */
  limitsDials: boolean;
  /** Every event is sent twice and out of order. */
  scramblesEvents: boolean;
}

const unanswered = (ringSeconds: number, hangupCause: HangupCause): Scenario => ({
  ringSeconds,
  hangupCause,
  callee: 'nobody',
});

const humanAnswers = (callee: Callee): Scenario => ({
  ringSeconds: RING_SECONDS,
  answer: { by: 'human', leastTalkSeconds: TALK_SECONDS },
  hangupCause: 'normal_clearing',
  callee,
});

const ORDINARY = humanAnswers('interested');

const BY_LAST_FOUR_DIGITS: Record<string, Scenario> = {
  '0002': unanswered(UNANSWERED_RING_SECONDS, 'no_answer'),
  '0003': unanswered(BUSY_SECONDS, 'user_busy'),
  '0004': {
    ringSeconds: RING_SECONDS,
    answer: { by: 'machine', leastTalkSeconds: VOICEMAIL_SECONDS },
    hangupCause: 'normal_clearing',
    callee: 'voicemail',
  },
  '0005': unanswered(INVALID_NUMBER_SECONDS, 'invalid_number'),
  '0006': humanAnswers('asks_not_to_be_called'),
  '0010': humanAnswers('asks_for_callback'),
  // What the carrier detects is the screening assistant; it does not hear who comes after it.
  '0011': { ...humanAnswers('screened'), answer: { by: 'machine', leastTalkSeconds: TALK_SECONDS } },
};

/** The course of an outbound call, chosen by the callee's last four digits, like a payment processor's test cards. */
export const scenarioFor = (to: string): Scenario => BY_LAST_FOUR_DIGITS[to.slice(-4)] ?? ORDINARY;

/** The course of an inbound call that nobody answers, and of one from its answer on. */
export const UNANSWERED_INBOUND: Scenario = {
  ...unanswered(INBOUND_RING_SECONDS, 'no_answer'),
  leastRingMs: INBOUND_LEAST_RING_MS,
};
export const ANSWERED_INBOUND: Scenario = { ...humanAnswers('caller'), ringSeconds: 0 };

/** The carrier's misbehaviour, chosen by the callee's last four digits too. */
export const misbehaviourFor = (to: string): Misbehaviour => ({
  withholdsReply: to.endsWith('0007'),
  limitsDials: to.endsWith('0009'),
  scramblesEvents: to.endsWith('0008'),
});
