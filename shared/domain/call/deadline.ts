import { secondsAfter } from '#shared/domain/time.ts';
import type { SeenEvents } from './events.ts';

/** A claim that waits this long in the dial queue is released; longer than the queue's visibility timeout. */
const QUEUED_DEADLINE_SECONDS = 120;
/** The carrier is asked about a dial without any event for this long. */
export const DIALING_DEADLINE_SECONDS = 60;
/** The carrier is asked about a call that rings longer than this. */
const RINGING_DEADLINE_SECONDS = 180;
/** The carrier is asked after this long: carriers end a call after four hours; ten minutes are the margin. */
const TALKING_DEADLINE_SECONDS = 4 * 3600 + 600;
/** A call becomes `unknown` when its deadline has passed and the carrier cannot be asked for this long. */
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
}

interface Heard {
  status: string;
  call_control_id: string | null;
  events: SeenEvents;
}

/** When the carrier is asked about the call; null once it is over. */
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

/** Whether to stop asking a carrier that has been unreachable since then. */
export const isGivenUp = (call: Heard, unreachableSince: string, now: Date): boolean =>
  now > secondsAfter(unreachableSince, isUnheard(call) ? UNHEARD_DIAL_SECONDS : UNREACHABLE_CARRIER_SECONDS);
