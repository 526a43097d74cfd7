import type { RawRequest } from './endpoint-definition.ts';
import { ownOrigin } from './session-cookie.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** A form of another page can send a body, but not one of this type. */
const isJson = ({ headers, body }: RawRequest): boolean =>
  body.byteLength === 0 || JSON_TYPE.test(headers['content-type'] ?? '');

/**
 * Whether no page of another origin can have sent a request: browsers say so in `Sec-Fetch-Site`, older ones in
 * `Origin`. Programs say neither, and are believed only where no cookie speaks for them.
 */
export const isOfOwnOrigin = (request: RawRequest, { byCookie }: { byCookie: boolean }): boolean => {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (!isJson(request)) return false;
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined ? !byCookie : origin === ownOrigin(request.headers);
};
