import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { verifyEd25519, verifyHmacSha256 } from '#shared/domain/signatures.ts';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';

/** How a receiver verifies that an event is genuine. */

export type VerificationKeys = Partial<Record<WebhookKind, string>>;

export interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An older event may be a replay; the Standard Webhooks libraries have the same tolerance. */
const TOLERANCE_SECONDS = 300;
const MS_PER_SECOND = 1_000;

const SIGNATURE_HEADERS: Record<WebhookKind, string> = { call: 'telephony-signature-ed25519', billing: 'x-signature' };

const textOf = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? '');

/** The kind of webhook, by its signature header. */
export const kindOf = (headers: IncomingHttpHeaders): WebhookKind | undefined =>
  (Object.keys(SIGNATURE_HEADERS) as WebhookKind[]).find((kind) => headers[SIGNATURE_HEADERS[kind]] !== undefined);

const isSignedByHeader = (kind: WebhookKind, { headers, body }: ReceivedRequest, key: string): boolean => {
  const signature = textOf(headers, SIGNATURE_HEADERS[kind]);
  return kind === 'call' ? verifyEd25519(key, body, signature) : verifyHmacSha256(key, body, signature);
};

/** Checks `v1a`, Ed25519 over the same text, because the library knows only HMAC signatures (`v1`). */
const isStandardCall = ({ headers, body }: ReceivedRequest, key: string): boolean => {
  const [id, timestamp] = [textOf(headers, 'webhook-id'), textOf(headers, 'webhook-timestamp')];
  const ageSeconds = Date.now() / MS_PER_SECOND - Number(timestamp);
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const signatures = textOf(headers, 'webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1a,'));
  return (
    Math.abs(ageSeconds) <= TOLERANCE_SECONDS &&
    signatures.some((signature) => verifyEd25519(key, signed, signature.slice('v1a,'.length)))
  );
};

const isStandardBilling = ({ headers, body }: ReceivedRequest, key: string): boolean => {
  try {
    new Webhook(key).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

/** Why an event is not genuine; null if both signatures match and it was signed within the tolerance. */
export const verificationProblem = (request: ReceivedRequest, keys: VerificationKeys): string | null => {
  const kind = kindOf(request.headers);
  if (!kind) return 'it has no signature header';
  const key = keys[kind];
  if (!key) return `there is no key for ${kind} webhooks`;
  if (!isSignedByHeader(kind, request, key)) return `${SIGNATURE_HEADERS[kind]} does not match the key`;
  const isStandard = kind === 'call' ? isStandardCall(request, key) : isStandardBilling(request, key);
  return isStandard ? null : 'webhook-signature does not match the key and the time';
};
