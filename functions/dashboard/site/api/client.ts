import { createClient } from '#shared/client/client.ts';

const SESSION_PATH = '/api/session';

/** Called when the service says that the session is over. */
let onSessionEnd: () => void = () => undefined;

export const whenSessionEnds = (then: () => void): void => {
  onSessionEnd = then;
};

/** For requests that are no operation of the client; a session's end is noticed all the same. */
export const watchedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.status === 401 && !String(input).endsWith(SESSION_PATH)) onSessionEnd();
  return response;
};

/** The service's own API; the session's cookie speaks for the person. */
export const api = createClient({ baseUrl: location.origin, fetch: watchedFetch });
