import * as z from 'zod';
import { derivedId } from '#shared/domain/ids.ts';
import type { CallEvent } from './events.ts';

/** Ids become keys, and a carrier may give back others than it was given. */
const ID_MAX_CHARS = 255;
/** Travels with a call through the carrier and comes back in its events: base64 of JSON. */
const ClientState = z.object({
  call_id: z.string().max(ID_MAX_CHARS),
  generation: z.number().optional(),
  account_id: z.string().max(ID_MAX_CHARS).optional(),
});

/** The claim of a call that we place, and whose it is. */
interface PlacedCall {
  generation: number;
  account_id: string;
}

export const encodeClientState = (callId: string, { generation, account_id }: Partial<PlacedCall> = {}): string =>
  Buffer.from(JSON.stringify({ call_id: callId, generation, account_id })).toString('base64');

/**
 * The id of a dial. A carrier may remember that of one which it refused, so each further claim of a call has an id of
 * its own.
 */
export const dialCommandId = ({ id, generation }: { id: string; generation: number }): string =>
  generation > 1 ? `${id}-${generation}` : id;

/** Undefined for a call that we did not place. */
const stateOf = (clientState: string | null | undefined): z.output<typeof ClientState> | undefined => {
  if (!clientState) return undefined;
  try {
    return ClientState.parse(JSON.parse(Buffer.from(clientState, 'base64').toString('utf8')));
  } catch {
    return undefined;
  }
};

/** The call that a client state names. */
export const callIdOfState = (clientState: string): string | undefined => stateOf(clientState)?.call_id;

/** Inbound calls come without our client state, so their id follows from the carrier's. */
export const inboundCallId = (callControlId: string): string => derivedId('call', callControlId);

/** The id of an event's call; the table may hold no such call. */
export const callIdOfEvent = ({ data }: Pick<CallEvent, 'data'>): string =>
  stateOf(data.client_state)?.call_id ?? inboundCallId(data.call_control_id);

/** The claim whose dial placed an event's call; undefined for a call that we did not place. */
export const generationOfEvent = ({ data }: Pick<CallEvent, 'data'>): number | undefined =>
  stateOf(data.client_state)?.generation;

/** Whose call it says to be, for a call that we placed; only the call itself tells for certain. */
export const accountOfEvent = ({ data }: Pick<CallEvent, 'data'>): string | undefined =>
  stateOf(data.client_state)?.account_id;
