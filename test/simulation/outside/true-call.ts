import { SECOND_MS } from '#shared/domain/time.ts';
import type { CarrierCall } from '#shared/ports/telephony.ts';
import type { Faults } from '#test/simulation/kernel/faults.ts';
import type { Kernel } from '#test/simulation/kernel/kernel.ts';
import type { Asker, Learned } from '#test/simulation/kernel/ports/counterparts.ts';
import type { CarrierHabits } from './carrier-habits.ts';
import type { Limit } from './connection-limits.ts';

export type Truth = 'human' | 'machine' | 'no_answer' | 'busy' | 'invalid_number' | 'rejected';

/** A call as it really is, known to the carrier alone. Times in epoch milliseconds. */
export interface TrueCall {
  commandId: string;
  /** Our call and claim, as its client state says. */
  callId: string;
  generation: number;
  controlId: string;
  clientState: string;
  from: string;
  to: string;
  truth: Truth;
  placedAt: number;
  answeredAt: number | null;
  endedAt: number;
  /** When the service first heard of it: by the dial's answer, a look-up or an event. */
  toldAt: number | null;
  /** The carrier had refused the dial. */
  isStray: boolean;
  /** When the refusal of its dial was heard, and by whom. */
  refusalHeard: { at: number; by: Asker } | null;
  /** Commands to hang up. */
  hangUps: number;
  /** When a command ended it before its time; of one that silence has ended, null. */
  hungUpAt: number | null;
  /** When it ended before its time. */
  cutAt: number | null;
  /** Events that the webhook accepted, and when. */
  told: (CarrierEvent & { at: number })[];
  /** Answers to look-ups. */
  found: Learned[];
  /** When look-ups did not reach the carrier. */
  unaskedAt: number[];
}

/** A dial command as the carrier received it. */
export interface ReceivedDial {
  at: number;
  commandId: string;
  callId: string;
  to: string;
  /** What the carrier says. */
  result: 'placed' | 'refused' | 'not_accepted' | 'busy_carrier' | 'repeated';
  /** The connection's limit that the dial met. */
  limit?: Limit;
}

export interface CarrierEvent {
  type: string;
  data: Record<string, unknown>;
}

const CAUSES: Record<Truth, string> = {
  human: 'normal_clearing',
  machine: 'normal_clearing',
  no_answer: 'no_answer',
  busy: 'user_busy',
  invalid_number: 'invalid_number',
  rejected: 'call_rejected',
};

export const BY_LAST_FOUR_DIGITS: Record<string, Truth> = {
  '0002': 'no_answer',
  '0003': 'busy',
  '0004': 'machine',
  '0005': 'invalid_number',
  '0010': 'rejected',
};

export const namedBy = (clientState: string): { callId: string; generation: number } => {
  const { call_id: callId, generation = 0 } = JSON.parse(Buffer.from(clientState, 'base64').toString());
  return { callId, generation };
};

export const detectionOf = ({ truth }: TrueCall): { result?: string } =>
  truth === 'human' || truth === 'machine' ? { result: truth } : {};

/** How long after the hangup a late detection comes; some wait for their second try, some in a long queue. */
const DETECTED_WITHIN_SECONDS = [60, 300];

/** What the carrier tells of a call: each event, when it happens, and what it says beyond the call's ids. */
export const eventsOf = (
  call: TrueCall,
  { hangsUpBarely }: CarrierHabits,
  { faults, kernel }: { faults: Faults; kernel: Kernel },
): [string, number, Record<string, unknown>][] => {
  const endTime = new Date(call.endedAt).toISOString();
  const cause = { hangup_cause: CAUSES[call.truth] };
  const last = hangsUpBarely
    ? { ...cause, implies_completed: true, end_time: endTime }
    : { ...cause, ...detectionOf(call) };
  const plan: [string, number, Record<string, unknown>][] = [['call.initiated', call.placedAt, {}]];
  if (call.answeredAt !== null) {
    const detectedAt = faults.happens('detectionLate')
      ? call.endedAt + kernel.random.between(0.1, kernel.random.pick(DETECTED_WITHIN_SECONDS)) * SECOND_MS
      : Math.min(call.answeredAt + 2 * SECOND_MS, call.endedAt);
    plan.push(['call.answered', call.answeredAt, hangsUpBarely ? { implies_completed: true } : {}]);
    plan.push(['call.machine_detection.ended', detectedAt, detectionOf(call)]);
  }
  plan.push(['call.hangup', call.endedAt, last]);
  if (call.answeredAt !== null && !hangsUpBarely)
    plan.push(['call.completed', call.endedAt, { ...last, end_time: endTime }]);
  return plan;
};

/** Why a call has ended, as it really was. */
export const causeOf = ({ truth, cutAt, answeredAt }: TrueCall): string =>
  cutAt === null || answeredAt !== null ? CAUSES[truth] : 'originator_cancel';

/** What a carrier tells that knows and tells everything. */
export const frankView = (call: TrueCall, now: number): Omit<CarrierCall, `call${string}`> => {
  const isOver = now >= call.endedAt;
  const isAnswered = call.answeredAt !== null && now >= call.answeredAt;
  return {
    state: isOver ? 'ended' : isAnswered ? 'in_progress' : 'ringing',
    hangupCause: isOver ? causeOf(call) : null,
    machineDetection: isAnswered ? (call.truth as 'human' | 'machine') : null,
    answeredAt: isAnswered ? new Date(call.answeredAt ?? 0).toISOString() : null,
    endedAt: isOver ? new Date(call.endedAt).toISOString() : null,
    durationSecs: isOver ? Math.ceil((call.endedAt - (call.answeredAt ?? call.endedAt)) / SECOND_MS) : null,
  };
};
