import ipaddr from 'ipaddr.js';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';

/** Failed sign-ins of one address within a minute that are told so; further ones are told to wait. */
export const MAX_FAILED_SIGN_INS = 10;
const WITHIN_MS = MINUTE_MS;

/** Who has an IPv6 address has the whole network of that many bits. */
const IPV6_NETWORK_BITS = 64;

/** What counts as one address: an IPv4 address, or an IPv6 network. */
export const networkOf = (address: string): string => {
  try {
    const parsed = ipaddr.process(address);
    if (parsed.kind() === 'ipv4') return parsed.toString();
    return `${parsed
      .toNormalizedString()
      .split(':')
      .slice(0, IPV6_NETWORK_BITS / 16)
      .join(':')}::/${IPV6_NETWORK_BITS}`;
  } catch {
    return address;
  }
};

/** A failed sign-in; its id tells a repeated write from another failure. */
export interface SignInFailure {
  id: string;
  at: string;
}

/**
 * One more failed sign-in: the failures to remember, or after how many seconds there may be another one.
 * @param failures the last ones, oldest first
 */
export const anotherFailure = (
  failures: readonly SignInFailure[],
  id: string,
  now: Date,
): { remember: SignInFailure[] } | { retryAfterSeconds: number } => {
  const since = new Date(now.getTime() - WITHIN_MS).toISOString();
  const recent = failures.filter(({ at }) => at > since);
  const oldest = recent.at(-MAX_FAILED_SIGN_INS)?.at;
  if (oldest === undefined) return { remember: [...recent, { id, at: now.toISOString() }] };
  const waitMs = Date.parse(oldest) + WITHIN_MS - now.getTime();
  return { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)) };
};
