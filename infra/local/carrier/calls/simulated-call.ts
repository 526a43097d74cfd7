import type { AnsweredBy, HangupCause } from './scenarios.ts';

export type Direction = 'inbound' | 'outbound';

/** A stretch of talk. Milliseconds since the epoch. */
export interface Talk {
  startsAt: number;
  endsAt: number;
}

/** What the assistant was told to say. */
export interface Speech extends Talk {
  commandId: string;
  isStopped: boolean;
}

/** What the other party says. */
export interface Line extends Talk {
  text: string;
}

/** A call and its planned course. Times in milliseconds since the epoch; what lies in the future is still a plan. */
export interface SimulatedCall {
  callControlId: string;
  callLegId: string;
  callSessionId: string;
  commandId: string | null;
  connectionId: string;
  clientState: string;
  direction: Direction;
  from: string;
  to: string;
  recordingEnabled: boolean;
  answeredBy: AnsweredBy | null;
  hangupCause: HangupCause;
  placedAt: number;
  answeredAt: number | null;
  endedAt: number;
  /** The other party does not hang up before. */
  earliestEndAt: number;
  /** Everything that the other party would say, in order. */
  script: string[];
  /** Said so far, and the one that comes next unless the assistant goes on talking. */
  lines: Line[];
  speeches: Speech[];
  /** What is said from then on is reported as text. */
  transcribedFrom: number | null;
}

/** Whole seconds of conversation, rounded up as carriers bill them. */
export const durationSeconds = (call: SimulatedCall): number =>
  call.answeredAt === null ? 0 : Math.ceil((call.endedAt - call.answeredAt) / 1000);

/** What the carrier says of the call at an instant. */
export const stateAt = (call: SimulatedCall, now: number): 'ringing' | 'in_progress' | 'ended' => {
  if (now >= call.endedAt) return 'ended';
  return call.answeredAt !== null && now >= call.answeredAt ? 'in_progress' : 'ringing';
};

/** A duration in milliseconds that takes `seconds` at speed 1. */
export const milliseconds = (seconds: number, speed: number): number => Math.round((seconds * 1000) / speed);
