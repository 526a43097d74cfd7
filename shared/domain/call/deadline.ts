import { secondsAfter } from '#shared/domain/time.ts';
import type { SeenEvents } from './events.ts';

/** A claim that waits this long in the dial queue is released; longer than the queue's visibility timeout. */
const QUEUED_DEADLINE_SECONDS = 120;
/** No phone rings this long: by then the carrier has the call's answer or its end, whether or not it was reported. */
export const RING_SECONDS = 60;
/**
 * The pause between two looks at a live call. A look follows within a minute of its deadline, or two where a sweep was
 * skipped; so the end of a call that nobody reported is known within five minutes.
 */
export const LOOK_EVERY_SECONDS = 120;
/**
 * The pause after a look that proved nothing: the carrier could not be asked, or missed the call. Longer than a
 * carrier's list of live calls lags.
 */
export const LOOK_AGAIN_SECONDS = 30;
/** Nobody talks longer: carriers end a call after four hours; ten minutes are the margin. */
export const TALKING_MAX_SECONDS = 4 * 3600 + 600;
/** A call is given up when the carrier cannot be asked about it for this long. */
const UNREACHABLE_CARRIER_SECONDS = 3600;
/**
 * The same for a dial without any event. It has no conversation, so the silent call ends within ringing (45 s), event
 * retries (60 s) and a mailbox's recording (about 3 min), plus a margin.
 */
export const UNHEARD_DIAL_SECONDS = 600;

interface Timed {
  status: string;
  queued_at: string;
  started_at: string | null;
  answered_at: string | null;
  asked_at: string | null;
  unreachable_since: string | null;
  missing_since: string | null;
  /** Absent on a call that nobody wants to end. */
  hang_up_requested_at?: string | null;
}

interface Heard {
  status: string;
  call_control_id: string | null;
  started_at: string | null;
  answered_at: string | null;
  events: SeenEvents;
}

const firstDeadline = ({ status, queued_at, started_at, answered_at }: Timed): Date | null => {
  const startedAt = started_at ?? queued_at;
  switch (status) {
    case 'queued':
      return secondsAfter(queued_at, QUEUED_DEADLINE_SECONDS);
    case 'dialing':
    case 'ringing':
      return secondsAfter(startedAt, RING_SECONDS);
    case 'in_progress':
      return secondsAfter(answered_at ?? startedAt, LOOK_EVERY_SECONDS);
    default:
      return null;
  }
};

/** When the carrier is asked about the call, again and again until it is over; null once it is. */
export const deadlineOf = (call: Timed): Date | null => {
  const first = firstDeadline(call);
  if (first === null || call.asked_at === null) return first;
  const isOpen = call.unreachable_since !== null || call.missing_since !== null || Boolean(call.hang_up_requested_at);
  const next = secondsAfter(call.asked_at, isOpen ? LOOK_AGAIN_SECONDS : LOOK_EVERY_SECONDS);
  return next > first ? next : first;
};

const isUnheard = ({ status, call_control_id, events }: Heard): boolean =>
  status === 'dialing' && call_control_id === null && Object.keys(events).length === 0;

/** Somebody may still talk, and is not cut off from the records for the carrier's silence. */
const mayTalk = ({ status, answered_at, started_at }: Heard, since: string, now: Date): boolean =>
  status === 'in_progress' && now <= secondsAfter(answered_at ?? started_at ?? since, TALKING_MAX_SECONDS);

/** Whether to stop asking a carrier that has been unreachable since then. */
export const isGivenUp = (call: Heard, unreachableSince: string, now: Date): boolean =>
  !mayTalk(call, unreachableSince, now) &&
  now > secondsAfter(unreachableSince, isUnheard(call) ? UNHEARD_DIAL_SECONDS : UNREACHABLE_CARRIER_SECONDS);
