import type { SignInFailure } from '#shared/domain/account/sign-in-limit.ts';
import { epochSeconds, MINUTE_MS } from '#shared/domain/time.ts';
import { keys } from '#shared/store/keys.ts';
import { absent, equals, type PutOperation, type TableReader } from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

/** The latest failed sign-ins of an address. */
export interface SignInFailures {
  /** Oldest first. */
  failures: SignInFailure[];
  /** Bumped by every failure. */
  version: number;
}

/** Longer than any of them counts. */
const KEPT_MS = 2 * MINUTE_MS;

export const getSignInFailures = async (table: TableReader, address: string): Promise<SignInFailures> =>
  (await table.get<SignInFailures>(keys.signInFailures(address))) ?? { failures: [], version: 0 };

/** Remembers these failures; fails if another one came in between. */
export const rememberFailures = (
  address: string,
  { version }: SignInFailures,
  failures: SignInFailure[],
  now: Date,
): PutOperation => ({
  put: {
    ...keys.signInFailures(address),
    failures,
    version: version + 1,
    [TTL_ATTRIBUTE]: epochSeconds(now.getTime() + KEPT_MS),
  },
  when: [version === 0 ? absent('pk') : equals('version', version)],
});
