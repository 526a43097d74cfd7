import * as z from 'zod';
import { derivedId } from '#shared/domain/ids.ts';
import type { CallEvent } from './events.ts';

/** Travels with a call through the carrier and comes back in its events: base64 of JSON. */
const ClientState = z.object({ call_id: z.string() });

export const encodeClientState = (callId: string): string =>
  Buffer.from(JSON.stringify({ call_id: callId })).toString('base64');

/** The call that a client state names; undefined for a call that we did not place. */
const callIdOf = (clientState: string | null | undefined): string | undefined => {
  if (!clientState) return undefined;
  try {
    return ClientState.parse(JSON.parse(Buffer.from(clientState, 'base64').toString('utf8'))).call_id;
  } catch {
    return undefined;
  }
};

/** Inbound calls come without our client state, so their id follows from the carrier's. */
export const inboundCallId = (callControlId: string): string => derivedId('call', callControlId);

/** The id of an event's call; the table may hold no such call. */
export const callIdOfEvent = ({ data }: Pick<CallEvent, 'data'>): string =>
  callIdOf(data.client_state) ?? inboundCallId(data.call_control_id);
