import type { Telnyx } from 'telnyx';
import type { Secret } from '#shared/ports/secrets.ts';
import { NothingSent } from './failure.ts';

const TELNYX_URL = 'https://api.telnyx.com/v2';

export interface TelnyxAccess {
  apiKey: string | Secret;
  /** With the version, as {@link TELNYX_URL}, which is the default. */
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

/** The SDK takes a tenth of a second to load: only a process that asks Telnyx something does so. */
const loadSdk = () => import('telnyx');

/**
 * The SDK repeats nothing: a repeated dial could place two calls, and before other repetitions it would sleep for as long
 * as Telnyx says, past any deadline. Whatever is missing here it would read from the environment.
 */
const newClient = async ({ baseUrl, deadlineMs }: TelnyxAccess, apiKey: string): Promise<Telnyx> =>
  new (await loadSdk()).default({
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

/** Requests that end within the deadline, the look-up of the API key included. */
export const telnyxRequests = (access: TelnyxAccess): TelnyxRequest => {
  const { apiKey, deadlineMs } = access;
  let known: { key: string; client: Telnyx } | undefined;

  const clientNow = async (signal: AbortSignal): Promise<Telnyx> => {
    const key = typeof apiKey === 'string' ? apiKey : await inTime(apiKey(), signal).catch(() => undefined);
    if (!key) throw new NothingSent('The Telnyx API key could not be read in time.');
    if (known?.key !== key) known = { key, client: await newClient(access, key) };
    return known.client;
  };

  return async (send) => {
    // The SDK's own timeout ends with the headers; the signal also covers an answer that stops in its middle.
    const signal = AbortSignal.timeout(deadlineMs);
    return await send(await clientNow(signal), { signal });
  };
};
