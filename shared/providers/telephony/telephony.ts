/** The carrier, as the product needs it. Adapters: `simulated-telephony.ts`. */
export interface Telephony {
  searchNumbers(search: NumberSearch): Promise<AvailableNumber[]>;
  /** Buys a number. Repeating it with the same `orderReference` returns the first order; it never buys twice. */
  orderNumber(order: NumberOrder): Promise<NumberOrderResult>;
  /** What became of an order whose answer was lost. */
  findOrder(orderReference: string): Promise<FoundOrder>;
  /** Gives a number back. Repeatable: one that the carrier does not know, or not any more, counts as given back. */
  releaseNumber(number: { providerNumberId: string; phoneNumber: string }): Promise<void>;
  dial(request: DialRequest): Promise<DialResult>;
  /** What the carrier knows of a call, found by its own id where we have it, else by the command that dialled it. */
  findCall(call: {
    callControlId: string | null;
    commandId: string;
  }): Promise<CarrierCall | 'not_found' | 'unavailable'>;
  answer(callControlId: string, commandId: string): Promise<void>;
  reject(callControlId: string, commandId: string): Promise<void>;
  /** Name reported as `provider`. */
  readonly providerName: string;
}

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

export type FoundOrder =
  | { result: 'ordered'; providerNumberId: string }
  | { result: 'not_found' }
  | { result: 'unavailable' };

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
