import type { Callee } from './callees.ts';
import type { AnsweredBy, HangupCause } from './scenarios.ts';

type Direction = 'inbound' | 'outbound';

/** A stretch of talk, in epoch milliseconds. */
export interface Talk {
  startsAt: number;
  endsAt: number;
}

/** A stretch of the assistant's talk. */
export interface Speech extends Talk {
  commandId: string;
  chars: number;
  isStopped: boolean;
}

/** A stretch of the other party's talk. */
export interface Line extends Talk {
  text: string;
}

/** A call and its planned course, in epoch milliseconds. Times in the future are still a plan. */
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
  callee: Callee;
  answeredBy: AnsweredBy | null;
  hangupCause: HangupCause;
  placedAt: number;
  answeredAt: number | null;
  endedAt: number;
  /** The other party hangs up no earlier. */
  earliestEndAt: number;
  /** Everything that the other party may say, in order. */
  script: string[];
  /** The lines said so far, and the next one, which waits for the assistant to stop talking. */
  lines: Line[];
  speeches: Speech[];
  /** Talk from then on is transcribed. */
  transcribedFrom: number | null;
}

/** Whole seconds of conversation, rounded up as carriers bill them. */
export const durationSeconds = (call: SimulatedCall): number =>
  call.answeredAt === null ? 0 : Math.ceil((call.endedAt - call.answeredAt) / 1000);

/** The call's state at an instant. */
export const stateAt = (call: SimulatedCall, now: number): 'ringing' | 'in_progress' | 'ended' => {
  if (now >= call.endedAt) return 'ended';
  return call.answeredAt !== null && now >= call.answeredAt ? 'in_progress' : 'ringing';
};

/** The milliseconds at `speed` for a duration in seconds at speed 1. */
export const milliseconds = (seconds: number, speed: number): number => Math.round((seconds * 1000) / speed);
