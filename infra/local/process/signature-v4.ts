import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SECOND_MS } from '#shared/domain/time.ts';

/**
 * AWS Signature Version 4, as AWS verifies it: whoever does not know the secret key cannot send a request. A body is
 * covered by the digest in `x-amz-content-sha256`, which the SDK always sends; the digest itself is taken as it is,
 * because nobody can change a body on its way within one machine.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */

const ALGORITHM = 'AWS4-HMAC-SHA256';
const AUTHORIZATION = /^AWS4-HMAC-SHA256 Credential=([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([\da-f]{64})$/;
const CREDENTIAL = /^[^/]+\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/;
const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const UNSIGNED = 'UNSIGNED-PAYLOAD';

interface Claim {
  credential: string;
  signedHeaders: string;
  signature: string;
  /** `20260312T190358Z` */
  stamp: string;
  payload: string;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const uriEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const claimOfHeaders = ({ headers }: IncomingMessage): Claim | undefined => {
  const [, credential, signedHeaders, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (!credential || !signedHeaders || !signature) return undefined;
  const [stamp, payload] = [headers['x-amz-date'], headers['x-amz-content-sha256']].map(String) as [string, string];
  return { credential, signedHeaders, signature, stamp, payload };
};

/** A link that carries its own signature; undefined for another request, and once the link has expired. */
const claimOfLink = (query: URLSearchParams, now: number): Claim | undefined => {
  const [stamp, seconds] = [query.get('X-Amz-Date') ?? '', Number(query.get('X-Amz-Expires') ?? 0)];
  const madeAt = Date.parse(stamp.replace(STAMP, '$1-$2-$3T$4:$5:$6Z'));
  const isValid = query.get('X-Amz-Algorithm') === ALGORITHM && now <= madeAt + seconds * SECOND_MS;
  const [credential, signedHeaders] = [query.get('X-Amz-Credential') ?? '', query.get('X-Amz-SignedHeaders') ?? ''];
  const signature = query.get('X-Amz-Signature') ?? '';
  return isValid ? { credential, signedHeaders, signature, stamp, payload: UNSIGNED } : undefined;
};

const byCodePoint = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [uriEncoded(name), uriEncoded(value)] as const)
    .sort(([one, oneValue], [other, otherValue]) => byCodePoint(one, other) || byCodePoint(oneValue, otherValue))
    .map((pair) => pair.join('='))
    .join('&');

/** S3 signs a path as it is sent, every other service with one more encoding. */
const canonicalPath = (path: string, service: string): string =>
  service === 's3' ? path : path.split('/').map(uriEncoded).join('/');

/** The path as it was sent, and the query. */
const targetOf = ({ url = '/' }: IncomingMessage): { path: string; query: URLSearchParams } => {
  const [path = '/', ...query] = url.split('?');
  return { path, query: new URLSearchParams(query.join('?')) };
};

const canonicalRequest = (request: IncomingMessage, claim: Claim, service: string): string => {
  const { path, query } = targetOf(request);
  const headers = claim.signedHeaders.split(';').map((name) => {
    const value = request.headersDistinct[name]?.join(',') ?? '';
    return `${name}:${value.trim().replace(/\s+/g, ' ')}\n`;
  });
  return [
    request.method,
    canonicalPath(path, service),
    canonicalQuery(query),
    headers.join(''),
    claim.signedHeaders,
    claim.payload,
  ].join('\n');
};

/** Verifies signatures with one secret key. */
export const signatureVerifier = (secretAccessKey: string) => {
  const keys = new Map<string, Buffer>();
  const signingKey = (day: string, region: string, service: string): Buffer =>
    [region, service, 'aws4_request'].reduce((key, part) => hmac(key, part), hmac(`AWS4${secretAccessKey}`, day));

  /** Whether the request was signed with the key; a link also must not have expired by `now`, in epoch milliseconds. */
  return (request: IncomingMessage, now: number): boolean => {
    const claim = claimOfHeaders(request) ?? claimOfLink(targetOf(request).query, now);
    const [, day, region, service] = CREDENTIAL.exec(claim?.credential ?? '') ?? [];
    if (!claim || !day || !region || !service || !claim.signedHeaders.split(';').includes('host')) return false;
    const scope = `${day}/${region}/${service}/aws4_request`;
    const known = keys.get(scope);
    const key = known ?? signingKey(day, region, service);
    const digest = createHash('sha256')
      .update(canonicalRequest(request, claim, service))
      .digest('hex');
    const expected = hmac(key, [ALGORITHM, claim.stamp, scope, digest].join('\n'));
    const given = Buffer.from(claim.signature, 'hex');
    const isRight = given.length === expected.length && timingSafeEqual(given, expected);
    // Only the scopes of genuine requests are kept, so that no stranger fills the memory.
    if (isRight && known === undefined) keys.set(scope, key);
    return isRight;
  };
};
