import type { CallEventData } from './event-data.ts';
import {
  answered,
  type CallProgress,
  type CallStatus,
  completed,
  conversationCreated,
  detected,
  type Fold,
  greetingEnded,
  hungUp,
  isWhole,
  later,
  priced,
  recorded,
} from './lifecycle.ts';

/** Who goes on after an event. */
type Party =
  /** The account's webhook, under the same name: `domain/webhook/call-announcements.ts`. */
  | 'receivers'
  /** It has something to move: a contact's status, its counters or its slot. */
  | 'campaign'
  /** It takes the event as an input: `domain/conversation/conversation-inputs.ts`. */
  | 'conversation'
  /** There may be something left to write about a call that is over. */
  | 'conclusion'
  /** The recording can be copied. */
  | 'recording';

interface EventRow {
  /** The status that the call has reached at the least. */
  status?: CallStatus;
  /** What the event tells of the call besides its status and its ids. */
  fold?: Fold;
  tells: readonly Party[];
  /** Words go straight to the conversation and are not folded: whoever talks is waiting for an answer. */
  isTalk?: true;
}

/** What happens on each event of a carrier. Those that receivers are told stand in the order in which they happen. */
const EVENTS = {
  'call.initiated': { status: 'ringing', tells: ['receivers', 'campaign'] },
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
  'call.machine_greeting.ended': { status: 'in_progress', fold: greetingEnded, tells: ['conversation'] },
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

/** The types of events that tell this party. */
type EventTelling<P extends Party> = {
  [Type in CallEventType]: P extends (typeof EVENTS)[Type]['tells'][number] ? Type : never;
}[CallEventType];

export const tells = <P extends Party>(type: CallEventType, party: P): type is EventTelling<P> =>
  CALL_EVENTS[type].tells.includes(party);

/** The call events that receivers are told, in the order in which they happen. */
export type AnnouncedEvent = EventTelling<'receivers'>;
export const ANNOUNCED_EVENTS = CALL_EVENT_TYPES.filter((type) => tells(type, 'receivers'));

/** A carrier's event in the product's words. */
export interface CallEvent {
  type: CallEventType;
  data: CallEventData;
}

/** The types of the events of a call that are known, each with the time of receipt. */
export type SeenEvents = Partial<Record<CallEventType, string>>;

/**
 * What an event changes. Events may come in any order and any number of times; the outcome is that of the first event that
 * ends the call, because the campaign acts on it at once.
 */
export const foldEvent = (call: CallProgress, { type, data }: CallEvent, receivedAt: string): CallProgress => {
  const { status = call.status, fold } = CALL_EVENTS[type];
  return {
    ...call,
    status: later(status, call.status),
    // An event that does not name its call, as Telnyx' about a recording, leaves room for one that does.
    call_control_id: call.call_control_id ?? (data.call_control_id || null),
    call_leg_id: call.call_leg_id ?? data.call_leg_id ?? null,
    call_session_id: call.call_session_id ?? data.call_session_id ?? null,
    connection_id: call.connection_id ?? data.connection_id ?? null,
    ...fold?.(call, data, receivedAt),
  };
};

/**
 * What an event stands for besides itself, in a call that it has brought to `after`. Where the carrier sends no
 * `call.completed`, answer and end together are one, whichever is heard of last: only then it is known how long the call was.
 */
export const impliedEvents = ({ type, data }: CallEvent, after: CallProgress): CallEventType[] => {
  const isLastWord = type === 'call.answered' || (type === 'call.hangup' && data.is_last === true);
  return isLastWord && isWhole(after) ? [type, 'call.completed'] : [type];
};
