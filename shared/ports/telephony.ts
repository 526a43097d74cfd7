import type { CallEvent } from '#shared/domain/call/events.ts';

/** The port to the carrier. Every adapter passes one contract test suite. */
export interface Telephony {
  searchNumbers(search: NumberSearch): Promise<AvailableNumber[]>;
  /** Buys a number. Repeating it with the same `orderReference` returns the first order; it never buys twice. */
  orderNumber(order: NumberOrder): Promise<NumberOrderResult>;
  /** Finds an order whose reply was lost. */
  findOrder(orderReference: string): Promise<FoundOrder>;
  /** Returns a number to the carrier. A number that the carrier does not know (any more) counts as released. */
  releaseNumber(number: { providerNumberId: string; phoneNumber: string }): Promise<void>;
  /** Sends once and never retries; a dial without a clear reply is `unknown`. */
  dial(request: DialRequest): Promise<DialResult>;
  /**
   * The carrier's view of a call, found by the carrier's id, or without it by what the call was dialled with.
   * `not_found` is a look's result and no proof: lists of live calls lag.
   */
  findCall(call: {
    callControlId: string | null;
    commandId: string;
    clientState: string;
  }): Promise<CarrierCall | 'not_found' | 'unavailable'>;
  /**
   * Commands on a live call. They succeed if the call is over or unknown to the carrier.
   * @throws CommandRefused; after any other error a command may be sent again under the same id.
   */
  answer(command: CallCommand & { recordingEnabled: boolean; clientState: string }): Promise<void>;
  reject(command: CallCommand): Promise<void>;
  hangUp(command: CallCommand): Promise<void>;
  /** Says a text. Its end is reported by `call.speak.ended`. */
  speak(command: CallCommand & { text: string; voice: Voice }): Promise<void>;
  /** Stops the current speech, because the other party talks. */
  stopSpeaking(command: CallCommand): Promise<void>;
  /** From now on `call.transcription` events report what the other party says. */
  startTranscription(command: CallCommand & { transcriber: Transcriber }): Promise<void>;
  /**
   * Deletes the carrier's recordings of a call that is over. What it does not have (any more) counts as deleted.
   * @throws Error when it cannot be reached or refuses; it may be asked again.
   */
  deleteRecordings(call: CarrierCallIds): Promise<void>;
  /** The same of all else that the carrier keeps of the call and lets us delete; of some nothing is. */
  deleteCall(call: CarrierCallIds): Promise<void>;
  /** Name reported as `provider`. */
  readonly providerName: string;
  /** Present if the carrier can lead whole conversations and is configured to. */
  readonly conversations?: HostedConversations;
}

/** A conversation engine that runs at the carrier. */
export interface HostedConversations {
  /** Gives the carrier a token of our model endpoint once; a carrier that does not use it does nothing. */
  shareModelToken(token: string): Promise<void>;
  /** Returns the conversation's id if the carrier replies with it; else `call.conversation.created` brings it. */
  start(command: CallCommand & HostedConversation): Promise<string | undefined>;
  /** Silences the engine; the call goes on. */
  stop(command: CallCommand): Promise<void>;
  /** What was said, in order; empty while nothing is known. */
  read(conversationId: string): Promise<HostedTurn[]>;
  /** Deletes what was said. A conversation that the carrier does not have (any more) counts as deleted. */
  delete(conversationId: string): Promise<void>;
  /** The same of all conversations that it led on a call, whose ids may never have reached us. */
  deleteOfCall(callControlId: string): Promise<void>;
}

export interface HostedConversation {
  instructions: string;
  greeting: string;
  model: { provider: string; name: string };
  voice: Voice;
  transcriber: Transcriber;
  /** Reaches our model endpoint with every request of the conversation. */
  callId: string;
  /** The token of our model endpoint, which the carrier already has. */
  modelToken: string;
}

export interface HostedTurn {
  role: 'assistant' | 'user';
  text: string;
  /** ISO 8601. */
  at: string;
}

/** The carrier refuses a command on a live call for good; a retry would be refused too. */
export class CommandRefused extends Error {}

export interface CallCommand {
  callControlId: string;
  /** The carrier ignores a repeated command with the same id. */
  commandId: string;
}

/** The assistant's voice settings: `voice_provider`, `voice_model`, `voice_id`. */
export interface Voice {
  provider: string;
  model: string;
  voiceId: string;
}

/** The assistant's speech-to-text settings: `transcriptor_provider`, `_model`, `_language` (BCP-47). */
export interface Transcriber {
  provider: string;
  model: string;
  language: string;
}

/** Why the carrier in use does not offer this transcriber; null when it does. */
export type TranscriberCheck = (transcriber: Transcriber) => string | null;

export type FoundOrder =
  | { result: 'ordered'; providerNumberId: string }
  | { result: 'not_found' }
  | { result: 'unavailable' };

/** The carrier-specific part of `POST /api/db/webhook`. */
export interface CarrierWebhook {
  /** Verifies the raw body; header names are lower case. False unless the request is certainly the carrier's. */
  verify(request: { headers: Record<string, string | undefined>; body: Buffer; receivedAt: Date }): Promise<boolean>;
  /** The event in our words; none if it is malformed or not needed. */
  normalise(body: unknown): CallEvent[];
}

/**
 * How long an adapter waits for a dial's reply; then the dial is `unknown`. A stop waits as long, so nobody is dialled
 * after it is acknowledged.
 */
export const DIAL_REPLY_DEADLINE_MS = 5_000;

/**
 * How long an adapter waits for the answer to a look-up; then the carrier is unavailable. Many are asked for in one
 * step.
 */
export const LOOK_UP_DEADLINE_MS = 3_000;

/** How the carrier names a call; null for what it has not told. */
export interface CarrierCallIds {
  callControlId: string | null;
  callLegId: string | null;
  callSessionId: string | null;
}

interface NumberSearch {
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
 * `placed`: the carrier has the call. `refused`: the callee is the reason, so no other dial to it can succeed now: the
 * only refusal that spends an attempt. `not_accepted`: connection, caller ID, key, account, money or the request are at
 * fault, or the carrier's words are not understood; nobody else could be called either. `busy_carrier`: a limit of rate
 * or calls, or the carrier was not reached; a later dial may succeed. `unknown`: no reply in time, or none that is
 * understood; the call may exist, so it must not be dialled again. `reason` is readable text without phone numbers or
 * secrets.
 */
export type DialResult =
  | { result: 'placed'; callControlId: string; callLegId: string; callSessionId: string }
  | { result: 'refused'; cause: 'invalid_number' | 'rejected'; reason: string }
  | { result: 'not_accepted'; reason: string }
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
