import type { Needs } from '#shared/ports/capabilities.ts';
import { type CallRecord, changeCall } from '#shared/store/call/calls.ts';
import { accountPool, connectionPool } from '#shared/store/limits/call-permits.ts';
import { giveBackDials, takeDials } from '#shared/store/limits/dial-rate.ts';
import { succeeded, writeIfUnchanged } from '#shared/store/table/conditional-write.ts';

/** Dials per second of all accounts together. */
export const connectionRate = ({ limits }: Needs<'limits'>): number => limits.connectionMaxDialsPerSecond;

type RatePorts = Needs<'table' | 'limits'>;

/** A dial may be sent from a second before its place in the rate to a second after it. */
const PLACE_TOLERANCE_SECONDS = 1;
/** Seconds after now in which a late dial looks for another place; more than planners reserve ahead. */
const NEW_PLACE_WITHIN_SECONDS = 8;
/** A dial that found no place looks again after this. */
const NO_PLACE_SECONDS = 3;

/** Whose dials they are; without a campaign, the account's own. */
interface DialsHolder {
  account_id: string;
  campaign_id: string | null;
}

/** The same dials as the account's pool and the connection's count them. */
const reservationsOf = ({ account_id, campaign_id }: DialsHolder, epochSecond: number, dials: number) => ({
  ofAccount: { epochSecond, dials, holder: campaign_id ?? account_id },
  ofConnection: { epochSecond, dials, holder: account_id },
});

/** Reserves dials of one second, of the account and of the connection; all or none. */
export const reserveDials = async (
  ports: RatePorts,
  of: DialsHolder,
  epochSecond: number,
  dials: number,
): Promise<boolean> => {
  const { table, limits } = ports;
  const { ofAccount, ofConnection } = reservationsOf(of, epochSecond, dials);
  const account = accountPool(of.account_id);
  if (!(await succeeded(table.write(takeDials(account, ofAccount, limits.maxDialsPerSecond))))) return false;
  const onConnection = takeDials(connectionPool, ofConnection, connectionRate(ports));
  if (await succeeded(table.write(onConnection))) return true;
  await table.transact([giveBackDials(account, ofAccount)]);
  return false;
};

/**
 * Gives back dials of one second that are not sent, to the account and the connection. A transaction, because a write
 * that is repeated after a lost reply would give them back twice.
 */
export const returnDials = async (
  { table }: Needs<'table'>,
  of: DialsHolder,
  epochSecond: number,
  dials: number,
): Promise<void> => {
  const { ofAccount, ofConnection } = reservationsOf(of, epochSecond, dials);
  await table.transact([
    giveBackDials(connectionPool, ofConnection),
    giveBackDials(accountPool(of.account_id), ofAccount),
  ]);
};

/** Reserves the first second that has a dial left; null if none of the next has. */
const findPlace = async (ports: RatePorts, call: CallRecord, from: number): Promise<number | null> => {
  for (let second = from; second <= from + NEW_PLACE_WITHIN_SECONDS; second++) {
    if (await reserveDials(ports, call, second, 1)) return second;
  }
  return null;
};

/**
 * Waits for the call's place in the dial rate, which was reserved with its claim, at most a second. A message that came
 * too late for its place gets another. Returns the call, or after how many seconds its message must come again.
 */
export const awaitPlace = async (
  ports: RatePorts & Needs<'clock' | 'sleep'>,
  call: CallRecord,
): Promise<{ call: CallRecord; comeAgainSeconds?: never } | { call?: never; comeAgainSeconds: number }> => {
  const { table, clock, sleep } = ports;
  const now = Math.floor(clock().getTime() / 1000);
  const isInTime = call.dial_second !== null && Math.abs(call.dial_second - now) <= PLACE_TOLERANCE_SECONDS;
  const second = isInTime ? call.dial_second : await findPlace(ports, call, now);
  if (second === null) return { comeAgainSeconds: NO_PLACE_SECONDS };
  if (second - now > PLACE_TOLERANCE_SECONDS) {
    await writeIfUnchanged(table, changeCall(call, { dial_second: second }));
    return { comeAgainSeconds: second - now };
  }
  const waitMs = second * 1000 - clock().getTime();
  if (waitMs > 0) await sleep(waitMs);
  return { call };
};
