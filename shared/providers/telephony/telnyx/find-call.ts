import type { Telnyx } from 'telnyx';
import * as z from 'zod';
import { secondsAfter } from '#shared/domain/time.ts';
import type { CarrierCall, Telephony } from '#shared/ports/telephony.ts';
import type { RequestLimits, TelnyxRequest } from './client.ts';
import { RING_TIMEOUT_SECONDS } from './dial.ts';
import { failureOf } from './failure.ts';

/** Telnyx' largest page. */
const CALLS_PER_PAGE = 250;
/** The search gives up after this many pages. */
const PAGES_MAX = 10;

type CallStatus = Pick<
  NonNullable<Telnyx.CallRetrieveStatusResponse['data']>,
  'call_control_id' | 'call_leg_id' | 'call_session_id' | 'is_alive' | 'call_duration' | 'start_time' | 'end_time'
>;

/** A call's duration has its set-up and its end in it, and whole seconds. */
const UNANSWERED_MAX_SECONDS = RING_TIMEOUT_SECONDS + 5;

/**
 * Telnyx reports neither whether a call was answered nor why it ended. But no call rings longer than the ring timeout:
 * one that lasted longer was answered, at the latest when it would have stopped ringing.
 */
const wasAnswered = ({ call_duration = 0 }: CallStatus): boolean => call_duration > UNANSWERED_MAX_SECONDS;

const stateOf = (call: CallStatus): CarrierCall['state'] => {
  if (!call.is_alive) return 'ended';
  return wasAnswered(call) ? 'in_progress' : 'ringing';
};

const latestAnswer = (call: CallStatus): string | null =>
  wasAnswered(call) && call.start_time ? secondsAfter(call.start_time, RING_TIMEOUT_SECONDS).toISOString() : null;

const carrierCallOf = (call: CallStatus): CarrierCall => ({
  callControlId: call.call_control_id,
  callLegId: call.call_leg_id,
  callSessionId: call.call_session_id,
  state: stateOf(call),
  hangupCause: null,
  machineDetection: null,
  answeredAt: latestAnswer(call),
  endedAt: call.end_time ?? null,
  durationSecs: call.is_alive ? null : (call.call_duration ?? null),
});

/**
 * https://developers.telnyx.com/api-reference/call-information/list-all-active-calls-for-given-connection
 * Its pages have cursors. The SDK's types have page numbers instead, so a reply with several numbered pages is refused.
 */
const ActiveCallPage = z.object({
  data: z.array(
    z.object({
      call_control_id: z.string().min(1),
      call_leg_id: z.string(),
      call_session_id: z.string(),
      client_state: z.string().nullish(),
      call_duration: z.number().default(0),
    }),
  ),
  meta: z.object({
    cursors: z.object({ after: z.string().nullish() }).nullish(),
    total_pages: z.number().max(1).nullish(),
  }),
});

/** Bypasses the SDK's method, which would read a reply without a list as an empty list. */
const readPage = async (client: Telnyx, limits: RequestLimits, connectionId: string, after: string | undefined) => {
  const query = { 'page[limit]': CALLS_PER_PAGE, ...(after && { 'page[after]': after }) };
  const path = `/connections/${encodeURIComponent(connectionId)}/active_calls`;
  return ActiveCallPage.parse(await client.get<unknown>(path, { ...limits, query }));
};

/** All pages share one deadline. A call is `not_found` only if the list was read to its end. */
const findActiveCall = async (
  client: Telnyx,
  limits: RequestLimits,
  { connectionId, clientState }: { connectionId: string; clientState: string },
): Promise<CarrierCall | 'not_found' | 'unavailable'> => {
  let after: string | undefined;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const { data, meta } = await readPage(client, limits, connectionId, after);
    const found = data.find(({ client_state }) => client_state === clientState);
    if (found) return carrierCallOf({ ...found, is_alive: true });
    after = meta.cursors?.after ?? undefined;
    if (!after || data.length === 0) return 'not_found';
  }
  return 'unavailable';
};

/**
 * Telnyx knows a call by its id until ten minutes after its end. If the dial's reply was lost there is no id: only live
 * calls can then be found.
 */
export const findCall =
  (request: TelnyxRequest, connectionId: string): Telephony['findCall'] =>
  async ({ callControlId, clientState }) => {
    try {
      if (callControlId === null) {
        return await request((client, limits) => findActiveCall(client, limits, { connectionId, clientState }));
      }
      const { data } = await request((client, limits) => client.calls.retrieveStatus(callControlId, limits));
      return data?.call_control_id ? carrierCallOf(data) : 'unavailable';
    } catch (error) {
      // A missing list of live calls says nothing about a call.
      return callControlId !== null && failureOf(error).status === 404 ? 'not_found' : 'unavailable';
    }
  };
