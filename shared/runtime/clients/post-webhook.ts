import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackLiteral, isPublicAddress, plainHost } from '#shared/domain/webhook/url.ts';
import type { PostWebhook, WebhookPost } from '#shared/ports/post-webhook.ts';

/** From the first look-up of the name to the last header of the answer. */
export const WEBHOOK_DEADLINE_MS = 5_000;

export type AddressLookup = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface GuardOptions {
  /** Lets through `http(s)://127.0.0.1:PORT`, spelled exactly so. */
  allowLoopback: boolean;
  deadlineMs?: number;
  lookup?: AddressLookup;
}

/** The one kind of failure that is made here; its message is for the receiver's owner. */
class RefusedAddress extends Error {}

const notPublic = () => new RefusedAddress('The address is not public, so nothing was sent.');

const FAILURES: readonly [codes: RegExp, words: string][] = [
  [/^(ENOTFOUND|ENODATA|EAI_\w+)$/, 'The host name does not resolve.'],
  [/^ECONNREFUSED$/, 'The receiver refused the connection.'],
  [/^(ECONNRESET|EPIPE)$/, 'The receiver closed the connection without an answer.'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/, 'The receiver cannot be reached.'],
  [/^HPE_/, 'The receiver did not answer in HTTP.'],
  [/^(EPROTO|ERR_SSL_\w+)$/, 'The receiver did not complete the TLS handshake.'],
  [/CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/, "The receiver's TLS certificate is not valid."],
];

const inWords = (error: NodeJS.ErrnoException, deadlineMs: number): string => {
  if (error instanceof RefusedAddress) return error.message;
  if (error.name === 'AbortError') return `No answer within ${deadlineMs / 1_000} seconds.`;
  const known = FAILURES.find(([codes]) => codes.test(error.code ?? ''));
  return known?.[1] ?? 'The request could not be sent.';
};

/**
 * The look-up of the socket itself: it connects to what was checked and never resolves a second time. A single address
 * that is not public condemns the name, as the socket may try any of them.
 */
const publicOnly =
  (lookup: AddressLookup): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error ?? Object.assign(new Error(), { code: 'ENOTFOUND' }), []);
      else if (!addresses.every(({ address }) => isPublicAddress(address))) callback(notPublic(), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });

/** A socket given a literal address looks nothing up, so that case is decided before. */
const assertAllowed = (post: WebhookPost, url: URL, allowLoopback: boolean): void => {
  if (allowLoopback && isLoopbackLiteral(post.url)) return;
  if (url.protocol !== 'https:') throw new RefusedAddress('The address is not https://, so nothing was sent.');
  const host = plainHost(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic();
};

/** The status of the answer; the socket is its own and ends with it, so a body is neither awaited nor read. */
const exchange = (url: URL, { headers, body }: WebhookPost, lookup: LookupFunction, deadlineMs: number) =>
  new Promise<number>((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const signal = AbortSignal.timeout(deadlineMs);
    const sent = request(url, { method: 'POST', headers, agent: false, lookup, signal });
    sent.on('response', ({ statusCode = 0 }) => {
      resolve(statusCode);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.on('close', () => reject(Object.assign(new Error(), { code: 'ECONNRESET' })));
    sent.end(body);
  });

/**
 * Posts to addresses of the public internet over HTTPS and to nothing else, whatever the URL or its name's DNS says.
 * Follows no redirect, keeps no connection, and never throws: every failure is an answer without a status.
 */
export const guardedPost = (options: GuardOptions): PostWebhook => {
  const { allowLoopback, deadlineMs = WEBHOOK_DEADLINE_MS, lookup = systemLookup } = options;
  const checkedLookup = publicOnly(lookup);
  const send = async (post: WebhookPost): Promise<number> => {
    const url = new URL(post.url);
    assertAllowed(post, url, allowLoopback);
    return await exchange(url, post, checkedLookup, deadlineMs);
  };
  return async (post) => {
    const startedAt = performance.now();
    const outcome = await send(post).then(
      (statusCode) => ({ statusCode, error: null }),
      (error: NodeJS.ErrnoException) => ({ statusCode: null, error: inWords(error, deadlineMs) }),
    );
    return { ...outcome, latencyMs: Math.round(performance.now() - startedAt) };
  };
};
