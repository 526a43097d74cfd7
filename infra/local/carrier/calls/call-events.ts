import { misbehaviourFor } from './scenarios.ts';
import { durationSeconds, milliseconds, type SimulatedCall } from './simulated-call.ts';

/** From the answer to the detection, from a greeting to its beep, and from the end to the price, at speed 1. */
const DETECTION_SECONDS = 2;
const BEEP_SECONDS = 0.5;
const PRICE_SECONDS = 1;
const CENTS_PER_STARTED_MINUTE = 1;

export interface PlannedEvent {
  /** Unique within the call. */
  key: string;
  dueAt: number;
  payload: { type: string; data: Record<string, unknown> };
}

/** What the events depend on besides the call. */
export interface EventSettings {
  /** Divides every duration. */
  speed: number;
  /** Where recordings are served; ends with a slash. */
  recordingsUrl: string;
}

type Fields = Record<string, unknown>;
type EventMaker = (type: string, dueAt: number, fields?: Fields, part?: string) => PlannedEvent;

const eventMaker = (call: SimulatedCall): EventMaker => {
  const common = {
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
  return (type, dueAt, fields = {}, part) => {
    const key = part === undefined ? type : `${type}/${part}`;
    const identity = { event_id: `${call.callControlId}/${key}`, occurred_at: new Date(dueAt).toISOString() };
    return { key, dueAt, payload: { type, data: { ...common, ...identity, ...fields } } };
  };
};

const firstHalf = (text: string): string => {
  const words = text.split(' ');
  return words.slice(0, Math.ceil(words.length / 2)).join(' ');
};

/** Transcriptions of the other party: an interim one in the middle of each line, a final one at its end. */
const transcriptionsOf = (call: SimulatedCall, event: EventMaker): PlannedEvent[] => {
  const { lines, transcribedFrom, endedAt } = call;
  if (transcribedFrom === null) return [];
  const recognised = (at: number, transcript: string, isFinal: boolean, line: number): PlannedEvent => {
    const transcription = { transcript, is_final: isFinal, transcription_track: 'inbound' };
    const fields = { transcription_data: transcription };
    return event('call.transcription', at, fields, `${line}-${isFinal ? 'final' : 'interim'}`);
  };
  return lines
    .flatMap(({ startsAt, endsAt, text }, line) => [
      recognised(Math.round((startsAt + endsAt) / 2), firstHalf(text), false, line),
      recognised(endsAt, text, true, line),
    ])
    .filter(({ dueAt }) => dueAt > transcribedFrom && dueAt <= endedAt);
};

const speechEndsOf = ({ speeches, endedAt }: SimulatedCall, event: EventMaker): PlannedEvent[] =>
  speeches.map(({ commandId, endsAt, isStopped }) => {
    const ownEnd = isStopped ? 'cancelled' : 'completed';
    const status = endsAt > endedAt ? 'call_hangup' : ownEnd;
    const fields = { command_id: commandId, status };
    return event('call.speak.ended', Math.min(endsAt, endedAt), fields, commandId);
  });

/** The beep that ends a mailbox's greeting, which is its first line. */
const beepOf = ({ callee, lines, endedAt }: SimulatedCall, event: EventMaker, speed: number): PlannedEvent[] => {
  const greeting = callee === 'voicemail' ? lines[0] : undefined;
  if (!greeting) return [];
  const beepAt = greeting.endsAt + milliseconds(BEEP_SECONDS, speed);
  return beepAt < endedAt ? [event('call.machine_greeting.ended', beepAt, { result: 'beep_detected' })] : [];
};

const priceUsd = (call: SimulatedCall): string =>
  ((Math.ceil(durationSeconds(call) / 60) * CENTS_PER_STARTED_MINUTE) / 100).toFixed(2);

const endingOf = (call: SimulatedCall, event: EventMaker, { speed, recordingsUrl }: EventSettings): PlannedEvent[] => {
  const { callControlId, endedAt, recordingEnabled } = call;
  const reason = { hangup_cause: call.hangupCause, result: call.answeredBy };
  const recordingUrl = `${recordingsUrl}${callControlId}.wav`;
  return [
    ...(recordingEnabled ? [event('call.recording.saved', endedAt, { recording_url: recordingUrl })] : []),
    event('call.hangup', endedAt, reason),
    event('call.completed', endedAt, {
      ...reason,
      end_time: new Date(endedAt).toISOString(),
      duration_secs: durationSeconds(call),
    }),
    event('call.cost', endedAt + milliseconds(PRICE_SECONDS, speed), { cost: { total_usd: priceUsd(call) } }),
  ];
};

const inOrder = (call: SimulatedCall, settings: EventSettings): PlannedEvent[] => {
  const event = eventMaker(call);
  const { answeredAt, endedAt, placedAt, direction, answeredBy } = call;
  const initiated = event('call.initiated', placedAt);
  if (answeredAt === null) return [initiated, event('call.hangup', endedAt, { hangup_cause: call.hangupCause })];
  const detectedAt = Math.min(answeredAt + milliseconds(DETECTION_SECONDS, settings.speed), endedAt);
  const detected = event('call.machine_detection.ended', detectedAt, { result: answeredBy });
  const talk = [
    ...(direction === 'outbound' ? [detected] : []),
    ...beepOf(call, event, settings.speed),
    ...speechEndsOf(call, event),
    ...transcriptionsOf(call, event),
  ];
  return [
    initiated,
    event('call.answered', answeredAt),
    ...talk.sort((one, other) => one.dueAt - other.dueAt),
    ...endingOf(call, event, settings),
  ];
};

const again = (event: PlannedEvent): PlannedEvent => ({ ...event, key: `${event.key}/again` });

/** Sent twice in a row but in order, because no conversation is possible otherwise. */
const KEEP_THEIR_ORDER = new Set([
  'call.speak.ended',
  'call.transcription',
  'call.machine_greeting.ended',
  'call.cost',
]);
const SENT_LATE = new Set(['call.initiated', 'call.answered']);

/**
 * The same events, each twice and out of order: beginning and answer come after the end, then everything once more.
 * No event is sent before it has happened.
 */
const scrambled = (events: PlannedEvent[], endedAt: number): PlannedEvent[] => {
  const reordered = events.filter(({ payload }) => !KEEP_THEIR_ORDER.has(payload.type));
  const late = reordered.filter(({ payload }) => SENT_LATE.has(payload.type)).reverse();
  const ending = reordered.filter(({ payload, dueAt }) => !SENT_LATE.has(payload.type) && dueAt >= endedAt).reverse();
  const atTheEnd = [...ending, ...late, ...reordered.toReversed().map(again)].map((event) => ({
    ...event,
    dueAt: endedAt,
  }));
  const inPlace = events
    .filter((event) => !late.includes(event) && !ending.includes(event))
    .flatMap((event) => (reordered.includes(event) ? [event] : [event, again(event)]));
  return [
    ...inPlace.filter(({ dueAt }) => dueAt <= endedAt),
    ...atTheEnd,
    ...inPlace.filter(({ dueAt }) => dueAt > endedAt),
  ];
};

/** All events of a call in the order in which the carrier sends them: chronological, or scrambled for some callees. */
export const eventsOf = (call: SimulatedCall, settings: EventSettings): PlannedEvent[] => {
  const events = inOrder(call, settings);
  const isScrambled = call.direction === 'outbound' && misbehaviourFor(call.to).scramblesEvents;
  return isScrambled ? scrambled(events, call.endedAt) : events;
};
