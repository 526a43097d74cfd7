import type { CallEventData } from './event-data.ts';
import {
  answered,
  answeredByOf,
  answeredWithin,
  type CallProgress,
  type CallStatus,
  completed,
  conversationCreated,
  correctedOutcome,
  detected,
  type Fold,
  greetingEnded,
  hungUp,
  isAnsweredAndEnded,
  later,
  priced,
  recorded,
  screened,
} from './lifecycle.ts';

/** Who acts on an event. */
type Party =
  /** The account's webhook gets the event under the same name: `domain/webhook/call-announcements.ts`. */
  | 'receivers'
  /** Settles a contact's status, the counters or a slot. */
  | 'campaign'
  /** Takes the event as an input: `domain/conversation/conversation-inputs.ts`. */
  | 'conversation'
  /** Writes what is still missing about a call that is over. */
  | 'conclusion'
  /** Copies the recording. */
  | 'recording';

interface EventRow {
  /** The call has reached this status at least. */
  status?: CallStatus;
  /** Applies the event's data other than status and ids. */
  fold?: Fold;
  tells: readonly Party[];
  /** Goes straight to the conversation without being folded, because the speaker waits for an answer. */
  isTalk?: true;
}

/** What each carrier event does. Events for receivers are listed in the order in which they happen. */
const EVENTS = {
  'call.initiated': { status: 'ringing', tells: ['receivers'] },
  'call.answered': {
    status: 'in_progress',
    fold: answered,
    tells: ['receivers', 'campaign', 'conversation', 'conclusion'],
  },
  'call.machine_detection.ended': {
    status: 'in_progress',
    fold: detected,
    tells: ['receivers', 'campaign', 'conversation'],
  },
  'call.machine_greeting.ended': { status: 'in_progress', fold: greetingEnded, tells: ['campaign', 'conversation'] },
  // Noted by the conversation, never sent by a carrier.
  'call.screened': { status: 'in_progress', fold: screened, tells: ['campaign'] },
  'call.recording.saved': { fold: recorded, tells: ['receivers', 'recording'] },
  'call.hangup': { status: 'ended', fold: hungUp, tells: ['receivers', 'campaign', 'conversation', 'conclusion'] },
  'call.completed': {
    status: 'ended',
    fold: completed,
    tells: ['receivers', 'campaign', 'conversation', 'conclusion'],
  },
  'call.cost': { fold: priced, tells: ['conclusion'] },
  'call.conversation.created': { fold: conversationCreated, tells: [] },
  'call.conversation.ended': { tells: ['conclusion'] },
  'call.conversation.history': { isTalk: true, tells: ['conversation'] },
  'call.transcription': { isTalk: true, tells: ['conversation'] },
  'call.speak.ended': { isTalk: true, tells: ['conversation'] },
} as const satisfies Record<string, EventRow>;

export type CallEventType = keyof typeof EVENTS;
export const CALL_EVENTS: Readonly<Record<CallEventType, EventRow>> = EVENTS;
export const CALL_EVENT_TYPES = Object.keys(EVENTS) as CallEventType[];

/** The event types that this party is told of. */
type EventTelling<P extends Party> = {
  [Type in CallEventType]: P extends (typeof EVENTS)[Type]['tells'][number] ? Type : never;
}[CallEventType];

export const tells = <P extends Party>(type: CallEventType, party: P): type is EventTelling<P> =>
  CALL_EVENTS[type].tells.includes(party);

/** The call events that receivers are told of, in the order in which they happen. */
export type AnnouncedEvent = EventTelling<'receivers'>;
export const ANNOUNCED_EVENTS = CALL_EVENT_TYPES.filter((type) => tells(type, 'receivers'));

/** A carrier's event in our words. */
export interface CallEvent {
  type: CallEventType;
  data: CallEventData;
}

/** When each type of event of a call was received. */
export type SeenEvents = Partial<Record<CallEventType, string>>;

/**
 * The call after an event. Events may come in any order and any number of times. The first event that ends the call
 * decides the outcome, because the campaign acts on it at once; a later one decides only what was unknown, or proves
 * that somebody or something did answer.
 */
export const foldEvent = (call: CallProgress, { type, data }: CallEvent, receivedAt: string): CallProgress => {
  const { status = call.status, fold } = CALL_EVENTS[type];
  const folded: CallProgress = {
    ...call,
    status: later(status, call.status),
    // A carrier's recording event may not name its call; a later event fills this in.
    call_control_id: call.call_control_id ?? (data.call_control_id || null),
    call_leg_id: call.call_leg_id ?? data.call_leg_id ?? null,
    call_session_id: call.call_session_id ?? data.call_session_id ?? null,
    connection_id: call.connection_id ?? data.connection_id ?? null,
    ...fold?.(call, data, receivedAt),
  };
  const after = { ...folded, answered_by: answeredByOf(folded) };
  return { ...after, answered_at: answeredWithin(after), outcome: correctedOutcome(after) };
};

/**
 * The event and those that it implies, given the call after it. For a carrier without `call.completed`, the later of
 * answer and hangup implies it, because only then the duration is known. Any other carrier tells the duration itself.
 */
export const impliedEvents = ({ type, data }: CallEvent, after: CallProgress): CallEventType[] =>
  data.implies_completed && isAnsweredAndEnded(after) ? [type, 'call.completed'] : [type];
