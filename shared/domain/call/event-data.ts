import type { SpokenLine } from '#shared/domain/conversation/utterances.ts';

type Told<Value> = Value | null | undefined;

interface NamedEventData {
  /** Empty where the carrier does not say it: `client_state` names the call then. */
  call_control_id: string;
  call_leg_id?: Told<string>;
  call_session_id?: Told<string>;
  client_state?: Told<string>;
  connection_id?: Told<string>;
  from?: Told<string>;
  to?: Told<string>;
  direction?: Told<'inbound' | 'outbound'>;
  start_time?: Told<string>;
  end_time?: Told<string>;
  duration_secs?: Told<number>;
  hangup_cause?: Told<string>;
  result?: Told<string>;
  recording_url?: Told<string>;
  /** The carrier's own id of the event: a second delivery has the same. */
  event_id?: Told<string>;
  /** When it happened at the carrier, ISO 8601. */
  occurred_at?: Told<string>;
  /** A hangup after which no `call.completed` comes. */
  is_last?: Told<boolean>;
  /** The command whose end is told. */
  command_id?: Told<string>;
  conversation_id?: Told<string>;
  transcription?: Told<{ text: string; isFinal: boolean }>;
  /** All that was said so far in a hosted conversation. */
  history?: Told<SpokenLine[]>;
  /** What the carrier charges for the call, decimal US dollars. */
  cost?: Told<{ totalUsd: string }>;
}

/** The fields that the product knows by name. */
export type EventField = keyof NamedEventData;

/** What a carrier tells with an event, in the product's words; further fields are kept as they came. */
export type CallEventData = NamedEventData & { [further: string]: unknown };
