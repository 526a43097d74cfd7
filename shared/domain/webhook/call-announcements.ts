import { ANNOUNCED_EVENTS, type AnnouncedEvent, type SeenEvents } from '#shared/domain/call/events.ts';
import type { CallProgress } from '#shared/domain/call/lifecycle.ts';
import { secondsBetween } from '#shared/domain/time.ts';

/** The call fields that an announcement contains. */
export interface AnnouncedCall extends CallProgress {
  direction: 'inbound' | 'outbound';
  from_number: string;
  to_number: string;
  connection_id: string | null;
  created_at: string;
  /** Received from the carrier, or implied by its other reports. */
  events: SeenEvents;
}

const REACHED_THE_CARRIER: readonly string[] = ['ringing', 'in_progress', 'ended'];

/**
 * The events that the call's state proves. Because they follow from the call alone, the next event makes up for a lost
 * one, and a duplicate announces nothing new.
 */
const provenEvents = (call: AnnouncedCall): Record<AnnouncedEvent, boolean> => {
  const isPlaced = call.call_control_id !== null && REACHED_THE_CARRIER.includes(call.status);
  const seen = (type: AnnouncedEvent): boolean => call.events[type] !== undefined;
  return {
    'call.initiated': isPlaced,
    'call.answered': isPlaced && call.answered_at !== null,
    'call.machine_detection.ended': seen('call.machine_detection.ended'),
    'call.recording.saved': seen('call.recording.saved'),
    'call.hangup': isPlaced && call.status === 'ended',
    'call.completed': seen('call.completed'),
  };
};

export const announcementsDue = (call: AnnouncedCall, announced: readonly string[]): AnnouncedEvent[] => {
  const isProven = provenEvents(call);
  return ANNOUNCED_EVENTS.filter((type) => isProven[type] && !announced.includes(type));
};

/** Nothing that is told depends on the status. */
type Told = Omit<AnnouncedCall, 'status'>;

const ending = (call: Told) => ({
  ...(call.ended_reason !== null && { hangup_cause: call.ended_reason }),
  ...(call.answered_by !== null && { result: call.answered_by }),
});

const detailsOf = (type: AnnouncedEvent, call: Told): object => {
  switch (type) {
    case 'call.machine_detection.ended':
      return { result: call.answered_by };
    case 'call.recording.saved':
      return { recording_url: call.recording_url };
    case 'call.hangup':
      return ending(call);
    case 'call.completed':
      return {
        ...ending(call),
        end_time: call.ended_at,
        duration_secs: call.duration_secs ?? secondsBetween(call.answered_at, call.ended_at),
      };
    default:
      return {};
  }
};

/** The payload of an announcement; `clientState` is the one that the call was placed with. */
export const announcementOf = (type: AnnouncedEvent, call: Told, clientState: string) => ({
  type,
  data: {
    call_control_id: call.call_control_id,
    call_leg_id: call.call_leg_id,
    call_session_id: call.call_session_id,
    client_state: clientState,
    connection_id: call.connection_id,
    from: call.from_number,
    to: call.to_number,
    direction: call.direction,
    start_time: call.started_at ?? call.created_at,
    ...detailsOf(type, call),
  },
});
