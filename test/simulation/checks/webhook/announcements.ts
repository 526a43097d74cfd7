import { payloadText, type StoredPayload } from '#shared/store/delivery/delivery-payloads.ts';
import type { InboundCall } from '#test/simulation/outside/inbound-calls.ts';
import type { TrueCall } from '#test/simulation/outside/true-call.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

/** A second opinion on the events that receivers ought to get about calls. */

/** An event's payload, as a receiver reads it. */
export interface Announcement {
  callId: string;
  type: string;
  data: Record<string, unknown>;
}

/** What a delivery of the outbox is to be sent as. */
export const bodyOf = ({ payload }: Item): string => payloadText({ payload: payload as StoredPayload });

/** Answers undefined for a body that no receiver could read. */
export const readAnnouncement = (body: string): Announcement | undefined => {
  try {
    const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
    const state = JSON.parse(Buffer.from(data.client_state as string, 'base64').toString()) as { call_id: string };
    return { callId: state.call_id, type, data };
  } catch {
    return undefined;
  }
};

/** The events that a call's record implies. */
export const impliedBy = (call: Item | undefined): string[] => {
  const seen = (call?.events ?? {}) as Record<string, unknown>;
  const told = ['call.machine_detection.ended', 'call.recording.saved', 'call.completed'].filter(
    (type) => type in seen,
  );
  const status = call?.status as string;
  if (!call?.call_control_id || !['ringing', 'in_progress', 'ended'].includes(status)) return told;
  return [
    'call.initiated',
    ...(call.answered_at ? ['call.answered'] : []),
    ...(status === 'ended' ? ['call.hangup'] : []),
    ...told,
  ];
};

/** Whether the event has happened by then. A call to be rejected is over when its rejection arrives. */
export const hasHappened = (type: string, call: TrueCall | InboundCall, at: number): boolean => {
  const isAnswered = call.answeredAt !== null && call.answeredAt <= at;
  const isOver = call.endedAt <= at;
  switch (type) {
    case 'call.initiated':
      return call.placedAt <= at;
    case 'call.answered':
      return isAnswered;
    case 'call.machine_detection.ended':
      return isAnswered && 'truth' in call;
    case 'call.hangup':
      return isOver;
    case 'call.completed':
      return isAnswered && isOver;
    default:
      return false;
  }
};

/** Checks an event's data beyond its type; answers words for the first error. */
export const wrongIn = ({ type, data }: Announcement, call: TrueCall | InboundCall): string | undefined => {
  const isOutbound = 'truth' in call;
  const right: Record<string, unknown> = {
    call_control_id: call.controlId,
    from: call.from,
    to: call.to,
    direction: isOutbound ? 'outbound' : 'inbound',
    ...(isOutbound && type === 'call.machine_detection.ended' && { result: call.truth }),
  };
  const field = Object.keys(right).find((name) => data[name] !== right[name]);
  return field && `says that ${field} is ${data[field]}, not ${right[field]}`;
};
