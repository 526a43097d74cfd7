import { randomUUID } from 'node:crypto';
import { anotherFailure, MAX_FAILED_SIGN_INS, networkOf } from '#shared/domain/account/sign-in-limit.ts';
import { type Refusal, tooManyRequests, unauthorized } from '#shared/domain/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import { getSignInFailures, rememberFailures } from '#shared/store/limits/sign-in-failures.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { Contended, type TableWriter } from '#shared/store/table/table.ts';

const tooMany = (retryAfterSeconds: number): Refusal =>
  tooManyRequests(
    `More than ${MAX_FAILED_SIGN_INS} sign-ins from this address have failed within a minute; wait ` +
      `${retryAfterSeconds} s. The limit is fixed.`,
    retryAfterSeconds,
  );

/**
 * The refusal of a failed sign-in: 401, or 429 from the eleventh within a minute and address on, which writes nothing.
 * A right token is let in all the same, so nobody locks others out; it cannot be found by trying.
 */
export const refuseSignIn = async (table: TableWriter, address: string, now: Date): Promise<Refusal> => {
  const network = networkOf(address);
  const id = randomUUID();
  try {
    return await retryingLostRaces(table, async () => {
      const before = await getSignInFailures(table, network);
      // Its reply was lost.
      if (before.failures.some((failure) => failure.id === id)) return unauthorized();
      const next = anotherFailure(before.failures, id, now);
      if ('retryAfterSeconds' in next) return tooMany(next.retryAfterSeconds);
      await table.write(rememberFailures(network, before, next.remember, now));
      return unauthorized();
    });
  } catch (error) {
    // Every lost race is another failure, so more than ten have just come.
    if (error instanceof Contended) return tooMany(MINUTE_MS / SECOND_MS);
    throw error;
  }
};
