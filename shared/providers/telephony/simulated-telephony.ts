import type { CarrierCall, DialRequest, DialResult, FoundOrder, NumberOrderResult, Telephony } from './telephony.ts';

/** A carrier that has not answered by then is treated as having said nothing. */
const ANSWER_DEADLINE_MS = 5_000;

/** Failures that happen before a byte of the request has left: the carrier cannot have seen it. */
const NOTHING_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

type Body = Record<string, unknown>;

interface Answer {
  status: number;
  body: Body;
}

/** The JSON object in an answer; `{}` when there is none, for the status alone says enough. */
const asBody = (text: string): Body => {
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' ? (value as Body) : {};
  } catch {
    return {};
  }
};

/** One request, never repeated here. Rejects when there is no complete answer within the deadline. */
const request = async (url: URL, body?: Body): Promise<Answer> => {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: asBody(await response.text()) };
};

const reasonOf = ({ status, body }: Answer): string =>
  typeof body.message === 'string' ? body.message : `The carrier answered with status ${status}.`;

const failureOf = (error: unknown): { nothingSent: boolean; reason: string } => {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  const nothingSent = cause?.code !== undefined && NOTHING_SENT.has(cause.code);
  return { nothingSent, reason: `The carrier could not be reached: ${cause?.message || cause?.code || message}.` };
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const textOrNull = (value: unknown): string | null => (isText(value) ? value : null);

const dialResultOf = (answer: Answer): DialResult => {
  const { status, body } = answer;
  const { call_control_id: callControlId, call_leg_id: callLegId, call_session_id: callSessionId } = body;
  if (status === 429) return { result: 'busy_carrier', reason: reasonOf(answer) };
  if (status >= 400 && status < 500) {
    const cause = body.code === 'invalid_number' ? 'invalid_number' : 'rejected';
    return { result: 'refused', cause, reason: reasonOf(answer) };
  }
  if (status < 300 && isText(callControlId) && isText(callLegId) && isText(callSessionId)) {
    return { result: 'placed', callControlId, callLegId, callSessionId };
  }
  return { result: 'unknown', reason: reasonOf(answer) };
};

const isState = (value: unknown): value is CarrierCall['state'] =>
  value === 'ringing' || value === 'in_progress' || value === 'ended';

const carrierCallOf = (body: Body): CarrierCall | 'unavailable' => {
  const { call_control_id: callControlId, call_leg_id: callLegId, call_session_id: callSessionId, state } = body;
  if (!isText(callControlId) || !isText(callLegId) || !isText(callSessionId) || !isState(state)) return 'unavailable';
  const detected = body.machine_detection;
  return {
    callControlId,
    callLegId,
    callSessionId,
    state,
    hangupCause: textOrNull(body.hangup_cause),
    machineDetection: detected === 'human' || detected === 'machine' ? detected : null,
    answeredAt: textOrNull(body.answered_at),
    endedAt: textOrNull(body.ended_at),
    durationSecs: typeof body.duration_secs === 'number' ? body.duration_secs : null,
  };
};

const foundOrderOf = ({ status, body }: Answer): FoundOrder => {
  if (status === 404) return { result: 'not_found' };
  const { provider_number_id: providerNumberId } = body;
  return status < 300 && isText(providerNumberId) ? { result: 'ordered', providerNumberId } : { result: 'unavailable' };
};

interface ListedNumber {
  phone_number: string;
  monthly_price: string;
  setup_price: string;
  features: string[];
}

const availableNumberOf = (number: ListedNumber) => ({
  phoneNumber: number.phone_number,
  monthlyPrice: number.monthly_price,
  setupPrice: number.setup_price,
  features: number.features,
});

const expectSuccess = (answer: Answer): Body => {
  if (answer.status >= 300) throw new Error(`The carrier refused the request: ${reasonOf(answer)}`);
  return answer.body;
};

/** A dial is sent once: when its fate is not known, it is reported as `unknown`, never repeated. */
const dial = async (
  url: URL,
  { commandId, from, to, clientState, recordingEnabled }: DialRequest,
): Promise<DialResult> => {
  const body = { command_id: commandId, from, to, client_state: clientState, recording_enabled: recordingEnabled };
  try {
    return dialResultOf(await request(url, body));
  } catch (error) {
    const { nothingSent, reason } = failureOf(error);
    return { result: nothingSent ? 'busy_carrier' : 'unknown', reason };
  }
};

/** The simulated carrier's HTTP interface as the product's telephony port. */
export const simulatedTelephony = ({ carrierUrl }: { carrierUrl: string }): Telephony => {
  const address = (path: string, query: Record<string, string | undefined> = {}): URL => {
    const url = new URL(path, carrierUrl);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    return url;
  };

  /** A call that is over or unknown to the carrier needs no command any more. */
  const command = async (callControlId: string, action: 'answer' | 'reject', commandId: string): Promise<void> => {
    const path = `/calls/${encodeURIComponent(callControlId)}/actions/${action}`;
    const answer = await request(address(path), { command_id: commandId });
    if (answer.status !== 404 && answer.status !== 409) expectSuccess(answer);
  };

  return {
    providerName: 'simulated',

    async searchNumbers({ countryCode, areaCode, numberType, limit }) {
      const query = { country_code: countryCode, area_code: areaCode, number_type: numberType, limit: String(limit) };
      const { numbers } = expectSuccess(await request(address('/numbers', query)));
      return (numbers as ListedNumber[]).map(availableNumberOf);
    },

    async orderNumber({ phoneNumber, orderReference, connectionId }): Promise<NumberOrderResult> {
      const body = { phone_number: phoneNumber, order_reference: orderReference, connection_id: connectionId };
      const answer = await request(address('/number-orders'), body);
      if (answer.status === 404 || answer.status === 409) return { result: 'unavailable', reason: reasonOf(answer) };
      return { result: 'ordered', providerNumberId: String(expectSuccess(answer).provider_number_id) };
    },

    async findOrder(orderReference) {
      try {
        return foundOrderOf(await request(address('/number-orders', { order_reference: orderReference })));
      } catch {
        return { result: 'unavailable' };
      }
    },

    async releaseNumber({ providerNumberId, phoneNumber }) {
      const path = `/numbers/${encodeURIComponent(providerNumberId)}/actions/release`;
      const answer = await request(address(path), { phone_number: phoneNumber });
      if (answer.status !== 404) expectSuccess(answer);
    },

    dial: (request) => dial(address('/calls'), request),

    async findCall({ callControlId, commandId }) {
      const query = callControlId === null ? { command_id: commandId } : { call_control_id: callControlId };
      try {
        const { status, body } = await request(address('/calls', query));
        if (status === 404) return 'not_found';
        return status < 300 ? carrierCallOf(body) : 'unavailable';
      } catch {
        return 'unavailable';
      }
    },

    answer: (callControlId, commandId) => command(callControlId, 'answer', commandId),
    reject: (callControlId, commandId) => command(callControlId, 'reject', commandId),
  };
};
