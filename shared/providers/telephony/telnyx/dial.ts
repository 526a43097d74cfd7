import type { Telnyx } from 'telnyx';
import { MAX_DURATION_SECONDS_DEFAULT } from '#shared/domain/conversation/conversation-state.ts';
import type { DialRequest, Telephony } from '#shared/ports/telephony.ts';
import type { TelnyxRequest } from './client.ts';
import { commandUuid, RECORDING } from './commands.ts';
import { resultOfFailure } from './dial-failure.ts';
import { EVENT_RETRIES } from './event-types.ts';
import { failureOf } from './failure.ts';

/** Shorter than the deadline of a `dialing` call, so a call no longer rings when Telnyx is asked about it. */
export const RING_TIMEOUT_SECONDS = 45;
/** Telnyx ends a call this long after the longest conversation, in case nobody else does. */
const TIME_LIMIT_MARGIN_SECONDS = 60;

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
