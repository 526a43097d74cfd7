import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export const MAX_WEBHOOK_URL_CHARACTERS = 2_048;

/** IANA assigns public IPv6 addresses only from this block. */
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** A public address that leads to the host's agent inside every Azure virtual machine. */
const AZURE_HOST_AGENT = '168.63.129.16';

/**
 * Endings that public DNS does not serve: RFC 6761, 6762, 7686, 8375, 9476, ICANN's names for private networks, and
 * those of clusters.
 */
const NEVER_PUBLIC_ENDINGS = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'lan',
  'home',
  'home.arpa',
  'corp',
  'onion',
  'alt',
  'test',
  'invalid',
  'svc',
  'consul',
  'docker',
  'kube',
];

/** The URL parser silently drops or rewrites these, so the text would hide where it leads. */
const REWRITTEN_CHARACTERS = /[\s\p{C}\\]/u;
const LOOPBACK_LITERAL = /^https?:\/\/127\.0\.0\.1(:\d+)?([/?]|$)/i;
/** The URL parser would supply missing slashes. */
const HTTPS_ADDRESS = /^https:\/\/[^/]/i;
const DOTTED_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/;

/**
 * True only for a plainly spelled address of the public internet: not loopback, private, link-local, shared, reserved
 * or multicast, and not an IPv6 form that embeds an IPv4 address.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0 || address === AZURE_HOST_AGENT) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_IPV6);
};

/** True only for the exact spelling `http(s)://127.0.0.1:PORT`; other names of this machine are false. */
export const isLoopbackLiteral = (url: string): boolean => LOOPBACK_LITERAL.test(url);

/** A URL's host as the resolver and the socket see it: without brackets and trailing dot. */
export const plainHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const hostProblem = (host: string): string | null => {
  if (isIP(host) !== 0) {
    return isPublicAddress(host) ? null : 'must not lead to a private, loopback or reserved address';
  }
  const isNeverPublic = NEVER_PUBLIC_ENDINGS.some((ending) => host === ending || host.endsWith(`.${ending}`));
  return DOTTED_NAME.test(host) && !isNeverPublic ? null : 'must have a host name that exists in public DNS';
};

/**
 * The rule that a webhook URL breaks, worded to follow the field's name, or null. Names are not resolved here;
 * `guardedPost` checks their addresses when it connects. `allowLoopback` permits only `isLoopbackLiteral` addresses.
 */
export const webhookUrlProblem = (url: string, allowLoopback: boolean): string | null => {
  if (url.length > MAX_WEBHOOK_URL_CHARACTERS) return `must have at most ${MAX_WEBHOOK_URL_CHARACTERS} characters`;
  if (REWRITTEN_CHARACTERS.test(url)) return 'must not contain spaces, control characters or backslashes';
  const parsed = URL.parse(url);
  if (!parsed) return 'must be a valid URL';
  if (parsed.hash) return 'must not have a fragment (#)';
  if (allowLoopback && parsed.protocol === 'http:' && isLoopbackLiteral(url)) return null;
  if (parsed.protocol !== 'https:' || !HTTPS_ADDRESS.test(url)) return 'must be an https:// address';
  if (parsed.username || parsed.password) return 'must not contain a user name or password';
  return hostProblem(plainHost(parsed));
};
