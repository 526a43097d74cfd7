export interface SpokenLine {
  role: string;
  text: string;
}

type Reported<Value> = Value | null | undefined;

interface NamedEventData {
  /** Empty when the carrier omits it; then `client_state` names the call. */
  call_control_id: string;
  call_leg_id?: Reported<string>;
  call_session_id?: Reported<string>;
  client_state?: Reported<string>;
  connection_id?: Reported<string>;
  from?: Reported<string>;
  to?: Reported<string>;
  direction?: Reported<'inbound' | 'outbound'>;
  start_time?: Reported<string>;
  end_time?: Reported<string>;
  duration_secs?: Reported<number>;
  hangup_cause?: Reported<string>;
  result?: Reported<string>;
  recording_url?: Reported<string>;
  /** The carrier's id of the event; a redelivery has the same. */
  event_id?: Reported<string>;
  /** When it happened at the carrier, ISO 8601. */
  occurred_at?: Reported<string>;
  /** Marks answer and hangup of a carrier that sends no `call.completed`: the later of them completes the call. */
  implies_completed?: Reported<boolean>;
  /** The command that has ended. */
  command_id?: Reported<string>;
  conversation_id?: Reported<string>;
  transcription?: Reported<{ text: string; isFinal: boolean }>;
  /** Everything said so far in a hosted conversation. */
  history?: Reported<SpokenLine[]>;
  /** The turn of the conversation that the event is about. */
  turn?: Reported<number>;
  /** What the carrier charges for the call, decimal US dollars. */
  cost?: Reported<{ totalUsd: string }>;
}

/** The fields that the service uses. */
export type EventField = keyof NamedEventData;

/** An event's data in our words; further fields are kept unchanged. */
export type CallEventData = NamedEventData & { [further: string]: unknown };
