import type { Telnyx } from 'telnyx';
import { MAX_DURATION_SECONDS_DEFAULT } from '#shared/domain/conversation/conversation-state.ts';
import type { DialRequest, DialResult, Telephony } from '#shared/ports/telephony.ts';
import type { TelnyxRequest } from './client.ts';
import { commandUuid, RECORDING } from './commands.ts';
import { EVENT_RETRIES } from './event-types.ts';
import { failureOf, hasCode, type TelnyxFailure } from './failure.ts';

/** Shorter than the deadline of a `dialing` call, so a call no longer rings when Telnyx is asked about it. */
export const RING_TIMEOUT_SECONDS = 45;
/** Telnyx ends a call this long after the longest conversation, in case nobody else does. */
const TIME_LIMIT_MARGIN_SECONDS = 60;

const RATE_LIMITED = new Set(['10011', '90103']);
/** "Invalid phone number" and "Phone number must be in +E.164 format". */
const INVALID_NUMBER = new Set(['10002', '10016']);
/** Limits on concurrent calls or on calls a minute, of account, profile or connection. */
const LIMIT_REACHED = /limit exceeded|\bD(1|2|3|22|24)\b/i;
/** The 403 for a malformed callee number, and those for a callee who may not be called. */
const CALLEE_INVALID = /\bD11\b/;
const CALLEE_NOT_ALLOWED = /\bD1[23]\b|whitelisted/i;
/** A wrong key, no credit, or an account that may not call: nothing was placed, and the callee is not the reason. */
const ACCOUNT_REFUSED = new Set([401, 402, 403]);
/** Telnyx began to read the request and may have acted on it. */
const REQUEST_TIMEOUT = 408;

type DialBody = Telnyx.CallDialParams;

const dialBody = (connectionId: string, request: DialRequest): DialBody => ({
  connection_id: connectionId,
  from: request.from,
  to: request.to,
  client_state: request.clientState,
  command_id: commandUuid(request.commandId),
  answering_machine_detection: 'premium',
  timeout_secs: RING_TIMEOUT_SECONDS,
  time_limit_secs: MAX_DURATION_SECONDS_DEFAULT + TIME_LIMIT_MARGIN_SECONDS,
  webhook_retries_policies: EVENT_RETRIES,
  ...(request.recordingEnabled && RECORDING),
});

const says = ({ problems }: TelnyxFailure, pattern: RegExp): boolean =>
  problems.some(({ title, detail }) => pattern.test(title) || pattern.test(detail));

/** Whether the callee's number is invalid; the same codes are used for the caller's. */
const isInvalidCallee = (failure: TelnyxFailure): boolean => {
  const notOfCaller = failure.problems.filter(({ source }) => !source.pointer?.endsWith('/from'));
  return (
    hasCode({ ...failure, problems: notOfCaller }, INVALID_NUMBER) ||
    notOfCaller.some(({ source }) => source.pointer?.endsWith('/to')) ||
    says(failure, CALLEE_INVALID)
  );
};

/**
 * The result of a failed dial. It spends an attempt only if the callee is the reason; otherwise a fault of this account
 * would use up every contact of a campaign within minutes.
 */
const resultOfFailure = (failure: TelnyxFailure): DialResult => {
  const { status, nothingSent, reason } = failure;
  if (nothingSent) return { result: 'busy_carrier', reason };
  if (status === undefined || status >= 500 || status === REQUEST_TIMEOUT) return { result: 'unknown', reason };
  if (status === 429 || hasCode(failure, RATE_LIMITED) || says(failure, LIMIT_REACHED)) {
    return { result: 'busy_carrier', reason };
  }
  if (isInvalidCallee(failure)) return { result: 'refused', cause: 'invalid_number', reason };
  if (ACCOUNT_REFUSED.has(status) && !says(failure, CALLEE_NOT_ALLOWED)) return { result: 'busy_carrier', reason };
  return { result: 'refused', cause: 'rejected', reason };
};

/** Sends once. A 200 that does not name the call is as uncertain as no reply. */
export const dialer =
  (request: TelnyxRequest, connectionId: string): Telephony['dial'] =>
  async (dialRequest) => {
    try {
      const { data } = await request((client, limits) =>
        client.calls.dial(dialBody(connectionId, dialRequest), limits),
      );
      if (!data?.call_control_id) return { result: 'unknown', reason: 'Telnyx did not name the call.' };
      const { call_control_id: callControlId, call_leg_id: callLegId, call_session_id: callSessionId } = data;
      return { result: 'placed', callControlId, callLegId, callSessionId };
    } catch (error) {
      return resultOfFailure(failureOf(error));
    }
  };
