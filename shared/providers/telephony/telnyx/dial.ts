import type { Telnyx } from 'telnyx';
import { MAX_DURATION_SECONDS_DEFAULT } from '#shared/domain/conversation/conversation-state.ts';
import type { DialRequest, DialResult, Telephony } from '#shared/ports/telephony.ts';
import type { TelnyxRequest } from './client.ts';
import { commandUuid, RECORDING } from './commands.ts';
import { EVENT_RETRIES } from './event-types.ts';
import { failureOf, hasCode, type TelnyxFailure } from './failure.ts';

/** Shorter than the deadline of a call that is `dialing`: when Telnyx is asked about one, it no longer rings. */
export const RING_TIMEOUT_SECONDS = 45;
/** From the end of the longest conversation to Telnyx' own end of the call, which is for those that nobody else ends. */
const TIME_LIMIT_MARGIN_SECONDS = 60;

const RATE_LIMITED = new Set(['10011', '90103']);
/** "Invalid phone number" and "Phone number must be in +E.164 format". */
const INVALID_NUMBER = new Set(['10002', '10016']);
/** Limits on concurrent calls or on calls a minute, of account, profile or connection. */
const LIMIT_REACHED = /limit exceeded|\bD(1|2|3|22|24)\b/i;
/** The one 403 about the shape of the callee's number, and those that say that this callee may not be called. */
const CALLEE_INVALID = /\bD11\b/;
const CALLEE_NOT_ALLOWED = /\bD1[23]\b|whitelisted/i;
/** The key is wrong, there is no money, or the account may not call: nothing was placed, and no callee is to blame. */
const ACCOUNT_REFUSED = new Set([401, 402, 403]);
/** A request that Telnyx began to read; some of it may have been obeyed. */
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

/** Problems of the callee's number; the same codes are used for the caller's. */
const isInvalidCallee = (failure: TelnyxFailure): boolean => {
  const notOfCaller = failure.problems.filter(({ source }) => !source.pointer?.endsWith('/from'));
  return (
    hasCode({ ...failure, problems: notOfCaller }, INVALID_NUMBER) ||
    notOfCaller.some(({ source }) => source.pointer?.endsWith('/to')) ||
    says(failure, CALLEE_INVALID)
  );
};

/**
 * What a failed dial means. An attempt is spent only where the callee is the reason; a fault of this account would
 * otherwise use up every contact of a campaign within minutes.
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

/** Sent once. A 200 that does not name the call leaves its fate open as no answer does. */
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
