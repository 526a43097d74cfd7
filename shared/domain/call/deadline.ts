import { secondsAfter } from '#shared/domain/time.ts';
import type { SeenEvents } from './events.ts';

/** How long a claim may wait in the dial queue before it is given back. Longer than the queue's visibility timeout. */
export const QUEUED_DEADLINE_SECONDS = 120;
/** How long a dial may stay without any word from the carrier. */
export const DIALING_DEADLINE_SECONDS = 60;
/** Ringing beyond this, the carrier is asked. */
export const RINGING_DEADLINE_SECONDS = 180;
/** Carriers end a call after four hours; past that with a margin, the carrier is asked. */
export const TALKING_DEADLINE_SECONDS = 4 * 3600 + 600;
/** A carrier that cannot be asked for this long, once a deadline has passed, leaves the call `unknown`. */
export const UNREACHABLE_CARRIER_SECONDS = 3600;
/**
 * The same for a dial of which nothing was ever heard. No event, no conversation: nobody stays on that silent line longer
 * than ringing (45 s), retries of events (60 s) and a mailbox's recording (about 3 min) take; with a margin.
 */
export const UNHEARD_DIAL_SECONDS = 600;

export interface Timed {
  status: string;
  queued_at: string;
  started_at: string | null;
  answered_at: string | null;
}

export interface Heard {
  status: string;
  call_control_id: string | null;
  events: SeenEvents;
}

/** The lease of a call's slot: until then nobody doubts the call; afterwards the carrier is asked. Null once it is over. */
export const deadlineOf = (call: Timed): Date | null => {
  const startedAt = call.started_at ?? call.queued_at;
  switch (call.status) {
    case 'queued':
      return secondsAfter(call.queued_at, QUEUED_DEADLINE_SECONDS);
    case 'dialing':
      return secondsAfter(startedAt, DIALING_DEADLINE_SECONDS);
    case 'ringing':
      return secondsAfter(startedAt, RINGING_DEADLINE_SECONDS);
    case 'in_progress':
      return secondsAfter(call.answered_at ?? startedAt, TALKING_DEADLINE_SECONDS);
    default:
      return null;
  }
};

const isUnheard = ({ status, call_control_id, events }: Heard): boolean =>
  status === 'dialing' && call_control_id === null && Object.keys(events).length === 0;

/** Whether a carrier that has not answered about the call since then is waited for no longer. */
export const isGivenUp = (call: Heard, unreachableSince: string, now: Date): boolean =>
  now > secondsAfter(unreachableSince, isUnheard(call) ? UNHEARD_DIAL_SECONDS : UNREACHABLE_CARRIER_SECONDS);
