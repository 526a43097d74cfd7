import type { Telnyx } from 'telnyx';
import type { Secret } from '#shared/ports/secrets.ts';
import { NothingSent } from './failure.ts';

const TELNYX_URL = 'https://api.telnyx.com/v2';

export interface TelnyxAccess {
  apiKey: string | Secret;
  /** With the version, like the default {@link TELNYX_URL}. */
  baseUrl?: string | undefined;
  deadlineMs: number;
}

/** Passed on to every method of the SDK. */
export interface RequestLimits {
  signal: AbortSignal;
}

/** One exchange with Telnyx. Rejects with the SDK's error, or with `NothingSent`. */
export type TelnyxRequest = <Reply>(
  send: (client: Telnyx, limits: RequestLimits) => PromiseLike<Reply>,
) => Promise<Reply>;

/** The SDK takes a tenth of a second to load, so only a process with a request loads it. */
const loadSdk = () => import('telnyx/client');

/**
 * The SDK must not retry: a repeated dial could place two calls, and before a retry it sleeps for as long as Telnyx
 * says, past any deadline. It would read settings that are missing here from the environment.
 */
const newClient = async ({ baseUrl, deadlineMs }: TelnyxAccess, apiKey: string): Promise<Telnyx> =>
  new (await loadSdk()).Telnyx({
    apiKey,
    baseURL: baseUrl || TELNYX_URL,
    clientID: null,
    clientSecret: null,
    publicKey: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: deadlineMs,
  });

const inTime = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });

/** Requests that end within the deadline, including the reading of the API key. */
export const telnyxRequests = (access: TelnyxAccess): TelnyxRequest => {
  const { apiKey, deadlineMs } = access;
  let cached: { key: string; client: Telnyx } | undefined;

  const clientNow = async (signal: AbortSignal): Promise<Telnyx> => {
    const key = typeof apiKey === 'string' ? apiKey : await inTime(apiKey(), signal).catch(() => undefined);
    if (!key) throw new NothingSent('The Telnyx API key could not be read in time.');
    if (cached?.key !== key) cached = { key, client: await newClient(access, key) };
    return cached.client;
  };

  return async (send) => {
    // The SDK's own timeout ends with the headers; the signal also covers a body that stops halfway.
    const signal = AbortSignal.timeout(deadlineMs);
    return await send(await clientNow(signal), { signal });
  };
};
