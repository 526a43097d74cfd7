import type { Transcriber } from '#shared/domain/assistant/transcribers.ts';
import type { CallEvent } from '#shared/domain/call/events.ts';

/** The carrier, as the product needs it. Every adapter is held to one contract test suite. */
export interface Telephony {
  searchNumbers(search: NumberSearch): Promise<AvailableNumber[]>;
  /** Buys a number. Repeating it with the same `orderReference` returns the first order; it never buys twice. */
  orderNumber(order: NumberOrder): Promise<NumberOrderResult>;
  /** What became of an order whose answer was lost. */
  findOrder(orderReference: string): Promise<FoundOrder>;
  /** Gives a number back. A number that the carrier does not know (any more) counts as released. */
  releaseNumber(number: { providerNumberId: string; phoneNumber: string }): Promise<void>;
  /** Sent once: when its fate is not known it is `unknown`, never repeated here. */
  dial(request: DialRequest): Promise<DialResult>;
  /** What the carrier knows of a call, found by its own id where we have it, else by what it was dialled with. */
  findCall(call: {
    callControlId: string | null;
    commandId: string;
    clientState: string;
  }): Promise<CarrierCall | 'not_found' | 'unavailable'>;
  /**
   * Commands on a live call. A call that is over or unknown to the carrier needs none any more: that is success.
   * @throws CommandRefused, or another error where it may be sent again under the same id.
   */
  answer(command: CallCommand & { recordingEnabled: boolean; clientState: string }): Promise<void>;
  reject(command: CallCommand): Promise<void>;
  hangUp(command: CallCommand): Promise<void>;
  /** Says a text. Its end is reported by `call.speak.ended`. */
  speak(command: CallCommand & { text: string; voice: Voice }): Promise<void>;
  /** Ends what is being said, because the other party talks. */
  stopSpeaking(command: CallCommand): Promise<void>;
  /** From now on `call.transcription` events report what the other party says. */
  startTranscription(command: CallCommand & { transcriber: Transcriber }): Promise<void>;
  /** Name reported as `provider`. */
  readonly providerName: string;
  /** Present where the carrier itself can run a whole conversation, and was configured to. */
  readonly conversations?: HostedConversations;
}

/** A conversation engine that runs at the carrier. */
export interface HostedConversations {
  /** Makes the token of our own model endpoint known to the carrier, if it is to be asked; once for each token. */
  shareModelToken(token: string): Promise<void>;
  /** Answers the conversation's id where the carrier tells it; else `call.conversation.created` does. */
  start(command: CallCommand & HostedConversation): Promise<string | undefined>;
  /** The engine falls silent; the call goes on. */
  stop(command: CallCommand): Promise<void>;
  /** What was said, in order; empty while nothing is known. */
  read(conversationId: string): Promise<HostedTurn[]>;
}

export interface HostedConversation {
  instructions: string;
  greeting: string;
  model: { provider: string; name: string };
  voice: Voice;
  transcriber: Transcriber;
  /** Travels to our own model endpoint with every request of the conversation. */
  callId: string;
  /** The token that our own model endpoint wants to be shown, which the carrier knows by now. */
  modelToken: string;
}

export interface HostedTurn {
  role: 'assistant' | 'user';
  text: string;
  /** ISO 8601. */
  at: string;
}

/** The carrier has understood a command on a live call and will not obey it; sent again, it would be refused again. */
export class CommandRefused extends Error {}

export interface CallCommand {
  callControlId: string;
  /** The carrier ignores a repeated command with the same id. */
  commandId: string;
}

/** As the assistant says it: `voice_provider`, `voice_model`, `voice_id`. */
export interface Voice {
  provider: string;
  model: string;
  voiceId: string;
}

/** Why this transcriber cannot be had with the carrier in use; null when it can. */
export type TranscriberCheck = (transcriber: Transcriber) => string | null;

export type FoundOrder =
  | { result: 'ordered'; providerNumberId: string }
  | { result: 'not_found' }
  | { result: 'unavailable' };

/** The carrier's side of `POST /api/db/webhook`. */
export interface CarrierWebhook {
  /** Over the raw body; header names are lower case. False for anything that is not certainly the carrier's. */
  verify(request: { headers: Record<string, string | undefined>; body: Buffer; receivedAt: Date }): Promise<boolean>;
  /** The event in the product's own words; none for what is malformed, and what the product does not need. */
  normalise(body: unknown): CallEvent[];
}

/**
 * A dial without an answer by then is `unknown`. Every adapter keeps to it, because whoever stops calls waits as long for
 * dials in flight: nobody may be dialled once a stop is acknowledged.
 */
export const DIAL_ANSWER_DEADLINE_MS = 5_000;

export interface NumberSearch {
  countryCode: string;
  areaCode?: string | undefined;
  numberType: 'local' | 'toll-free';
  limit: number;
}

export interface AvailableNumber {
  phoneNumber: string;
  /** USD, decimal string. */
  monthlyPrice: string;
  setupPrice: string;
  features: string[];
}

export interface NumberOrder {
  phoneNumber: string;
  orderReference: string;
  connectionId?: string | undefined;
}

export type NumberOrderResult =
  | { result: 'ordered'; providerNumberId: string }
  | { result: 'unavailable'; reason: string };

export interface DialRequest {
  /** Deterministic per attempt: the carrier ignores a second dial with the same id. */
  commandId: string;
  from: string;
  to: string;
  /** Echoed in every event of the call. */
  clientState: string;
  recordingEnabled: boolean;
}

/**
 * `placed`: the carrier has the call. `refused`: it will never place it (a failed attempt). `busy_carrier`: rate limit
 * or no free channel, not an attempt. `unknown`: no answer in time; the call may exist, so it must not be dialled again.
 */
export type DialResult =
  | { result: 'placed'; callControlId: string; callLegId: string; callSessionId: string }
  | { result: 'refused'; cause: 'invalid_number' | 'rejected'; reason: string }
  | { result: 'busy_carrier'; reason: string }
  | { result: 'unknown'; reason: string };

export interface CarrierCall {
  callControlId: string;
  callLegId: string;
  callSessionId: string;
  state: 'ringing' | 'in_progress' | 'ended';
  hangupCause: string | null;
  machineDetection: 'human' | 'machine' | null;
  answeredAt: string | null;
  endedAt: string | null;
  durationSecs: number | null;
}
