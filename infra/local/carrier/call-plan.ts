import { type AnsweredBy, type Conversation, type HangupCause, type Scenario, transcriptOf } from './scenarios.ts';

/** When machine detection reports after the answer, seconds at speed 1. */
const DETECTION_SECONDS = 2;

export type Direction = 'inbound' | 'outbound';

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
  conversation: Conversation;
  answeredBy: AnsweredBy | null;
  hangupCause: HangupCause;
  placedAt: number;
  answeredAt: number | null;
  endedAt: number;
}

export type CallEventType =
  | 'call.initiated'
  | 'call.answered'
  | 'call.machine_detection.ended'
  | 'call.recording.saved'
  | 'call.hangup'
  | 'call.completed';

export interface PlannedEvent {
  dueAt: number;
  payload: { type: CallEventType; data: Record<string, unknown> };
}

/** The times of a call that is placed now and follows the scenario. `speed` divides every duration. */
export const courseOf = (
  scenario: Scenario,
  now: number,
  speed: number,
): Pick<SimulatedCall, 'answeredAt' | 'endedAt' | 'answeredBy' | 'hangupCause' | 'conversation'> => {
  const after = (start: number, seconds: number): number => start + Math.round((seconds * 1000) / speed);
  const ringsUntil = after(now, scenario.ringSeconds);
  const { answer, hangupCause, conversation } = scenario;
  if (!answer) return { answeredAt: null, endedAt: ringsUntil, answeredBy: null, hangupCause, conversation };
  const endedAt = after(ringsUntil, answer.talkSeconds);
  return { answeredAt: ringsUntil, endedAt, answeredBy: answer.by, hangupCause, conversation };
};

/** Whole seconds of conversation, rounded up as carriers bill them. */
export const durationSeconds = (call: SimulatedCall): number =>
  call.answeredAt === null ? 0 : Math.ceil((call.endedAt - call.answeredAt) / 1000);

/** What the carrier says of the call at an instant. */
export const stateAt = (call: SimulatedCall, now: number): 'ringing' | 'in_progress' | 'ended' => {
  if (now >= call.endedAt) return 'ended';
  return call.answeredAt !== null && now >= call.answeredAt ? 'in_progress' : 'ringing';
};

/** Every event of the call, in the order in which things happen. */
export const eventsOf = (call: SimulatedCall, speed: number): PlannedEvent[] => {
  const base = {
    call_control_id: call.callControlId,
    call_leg_id: call.callLegId,
    call_session_id: call.callSessionId,
    client_state: call.clientState,
    connection_id: call.connectionId,
    from: call.from,
    to: call.to,
    direction: call.direction,
    start_time: new Date(call.placedAt).toISOString(),
  };
  const event = (type: CallEventType, dueAt: number, more: Record<string, unknown> = {}): PlannedEvent => ({
    dueAt,
    payload: { type, data: { ...base, ...more } },
  });
  const initiated = event('call.initiated', call.placedAt);
  const cause = { hangup_cause: call.hangupCause };
  if (call.answeredAt === null) return [initiated, event('call.hangup', call.endedAt, cause)];

  const result = { result: call.answeredBy };
  const detectedAt = Math.min(call.answeredAt + Math.round((DETECTION_SECONDS * 1000) / speed), call.endedAt);
  const recordingUrl = `https://recordings.simulated-carrier.example/${call.callControlId}.wav`;
  const transcript = transcriptOf(call.conversation, call.answeredAt, call.endedAt);
  return [
    initiated,
    event('call.answered', call.answeredAt),
    ...(call.direction === 'outbound' ? [event('call.machine_detection.ended', detectedAt, result)] : []),
    ...(call.recordingEnabled ? [event('call.recording.saved', call.endedAt, { recording_url: recordingUrl })] : []),
    event('call.hangup', call.endedAt, { ...cause, ...result }),
    event('call.completed', call.endedAt, {
      ...cause,
      ...result,
      end_time: new Date(call.endedAt).toISOString(),
      duration_secs: durationSeconds(call),
      ...(transcript.length > 0 ? { transcript } : {}),
    }),
  ];
};

/**
 * The same events, each twice and out of order: the beginning is reported after the detection, the answer after the
 * end, and then everything once more. No event is sent before it has happened.
 */
export const scrambled = (events: PlannedEvent[]): PlannedEvent[] => {
  const end = Math.max(...events.map(({ dueAt }) => dueAt));
  const late: ReadonlySet<string> = new Set<CallEventType>(['call.initiated', 'call.answered']);
  const early = events.filter(({ payload, dueAt }) => !late.has(payload.type) && dueAt < end);
  const atEnd = events.filter(({ payload, dueAt }) => !late.has(payload.type) && dueAt >= end).reverse();
  const beginnings = events.filter(({ payload }) => late.has(payload.type)).reverse();
  const atTheEnd = (list: PlannedEvent[]): PlannedEvent[] => list.map((event) => ({ ...event, dueAt: end }));
  return [...early, ...atEnd, ...atTheEnd(beginnings), ...atTheEnd([...events].reverse())];
};
