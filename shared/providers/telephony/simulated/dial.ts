import type { CarrierCall, DialRequest, DialResult } from '#shared/ports/telephony.ts';
import { type Answer, type Body, type CarrierRequest, failureOf, isText, reasonOf } from './client.ts';

const textOrNull = (value: unknown): string | null => (isText(value) ? value : null);

/** What the carrier says of the callee, by its `code`. */
const CALLEE_CAUSES: Partial<Record<string, 'invalid_number' | 'rejected'>> = {
  invalid_number: 'invalid_number',
  callee_not_allowed: 'rejected',
};
/** The carrier began to read the request and may have acted on it. */
const REQUEST_TIMEOUT = 408;

const placedBy = ({ status, body }: Answer): DialResult | undefined => {
  const { call_control_id: callControlId, call_leg_id: callLegId, call_session_id: callSessionId } = body;
  const isNamed = isText(callControlId) && isText(callLegId) && isText(callSessionId);
  return status < 300 && isNamed ? { result: 'placed', callControlId, callLegId, callSessionId } : undefined;
};

const dialResultOf = (answer: Answer): DialResult => {
  const { status, body } = answer;
  const placed = placedBy(answer);
  if (placed) return placed;
  const reason = reasonOf(answer);
  if (status < 300 || status >= 500 || status === REQUEST_TIMEOUT) return { result: 'unknown', reason };
  if (status === 429) return { result: 'busy_carrier', reason };
  const cause = isText(body.code) ? CALLEE_CAUSES[body.code] : undefined;
  return cause ? { result: 'refused', cause, reason } : { result: 'not_accepted', reason };
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

/** Sends a dial once and never retries; without a clear reply the result is `unknown`. */
export const dial = async (
  request: CarrierRequest,
  { commandId, from, to, clientState, recordingEnabled }: DialRequest,
): Promise<DialResult> => {
  const body = { command_id: commandId, from, to, client_state: clientState, recording_enabled: recordingEnabled };
  try {
    return dialResultOf(await request('/calls', { body }));
  } catch (error) {
    const { nothingSent, reason } = failureOf(error);
    return { result: nothingSent ? 'busy_carrier' : 'unknown', reason };
  }
};

export const findCall = async (
  request: CarrierRequest,
  { callControlId, commandId }: { callControlId: string | null; commandId: string },
): Promise<CarrierCall | 'not_found' | 'unavailable'> => {
  const query = callControlId === null ? { command_id: commandId } : { call_control_id: callControlId };
  try {
    const { status, body } = await request('/calls', { query });
    if (status === 404) return 'not_found';
    return status < 300 ? carrierCallOf(body) : 'unavailable';
  } catch {
    return 'unavailable';
  }
};
