import * as z from 'zod';

/** What travels with a call through the carrier and comes back in its events: base64 of JSON. */
const ClientState = z.object({ call_id: z.string() });

export const encodeClientState = (callId: string): string =>
  Buffer.from(JSON.stringify({ call_id: callId })).toString('base64');

/** The call an event belongs to; undefined for a call that we did not place. */
export const callIdOf = (clientState: string | null | undefined): string | undefined => {
  if (!clientState) return undefined;
  try {
    return ClientState.parse(JSON.parse(Buffer.from(clientState, 'base64').toString('utf8'))).call_id;
  } catch {
    return undefined;
  }
};
