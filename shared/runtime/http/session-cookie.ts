import { isWellFormedSecret } from '#shared/domain/account/session.ts';
import type { RawRequest } from './endpoint-definition.ts';

/** The cookie of a session, as an answer sets and drops it. */
export interface SessionCookie {
  set(secret: string): void;
  drop(): void;
}

type Headers = RawRequest['headers'];

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::(\d{1,5}))?$/i;
const HTTP_PORT = '80';

/** Whether a request came by HTTPS, as API Gateway says it. */
export const isEncrypted = (headers: Headers): boolean => headers['x-forwarded-proto'] === 'https';

/** The port of a loopback address that is reached over plain HTTP; undefined everywhere else. */
const plainLoopbackPort = (headers: Headers): string | undefined => {
  const found = LOOPBACK_HOST.exec(headers.host ?? '');
  return found && !isEncrypted(headers) ? (found[1] ?? HTTP_PORT) : undefined;
};

/** Where the service is reached, as a browser names the origin of its pages; undefined if the request does not say. */
export const ownOrigin = (headers: Headers): string | undefined => {
  const scheme = plainLoopbackPort(headers) === undefined ? 'https' : 'http';
  return URL.parse(`${scheme}://${headers.host ?? ''}`)?.origin;
};

/**
 * Browsers keep cookies of a host for all its ports, so on a laptop the name holds the port; they take `__Host-` and
 * `Secure` over HTTPS only.
 */
const cookieOf = (headers: Headers): { name: string; attributes: string } => {
  const port = plainLoopbackPort(headers);
  return port === undefined
    ? { name: '__Host-session', attributes: 'Path=/; HttpOnly; Secure; SameSite=Strict' }
    : { name: `session_${port}`, attributes: 'Path=/; HttpOnly; SameSite=Strict' };
};

/**
 * The secret in the session's cookie; undefined without one, and with two of that name, which somebody else on this
 * host must have set.
 */
export const sessionSecretOf = ({ headers, cookies }: RawRequest): string | undefined => {
  const start = `${cookieOf(headers).name}=`;
  const [value, ...others] = cookies.filter((cookie) => cookie.startsWith(start));
  if (value === undefined || others.length > 0) return undefined;
  const secret = value.slice(start.length);
  return isWellFormedSecret(secret) ? secret : undefined;
};

/** Collects what an answer has the browser keep. */
export const sessionCookieFor = ({ headers }: RawRequest, cookies: string[]): SessionCookie => {
  const { name, attributes } = cookieOf(headers);
  return {
    set: (secret) => void cookies.push(`${name}=${secret}; ${attributes}`),
    drop: () => void cookies.push(`${name}=; ${attributes}; Max-Age=0`),
  };
};
