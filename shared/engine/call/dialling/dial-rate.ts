import type { Needs } from '#shared/ports/capabilities.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { accountPool, connectionPool, type Pool } from '#shared/store/limits/call-permits.ts';
import { type DialsInSecond, giveBackDials, readDials, takeDials } from '#shared/store/limits/dial-rate.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import { Contended, type TableReader, type TableWriter, type WriteOperation } from '#shared/store/table/table.ts';

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

/** Dials that cannot be given back, because so many reserve of that second, are lost with it. */
const giveBack = async (table: TableWriter, operations: WriteOperation[]): Promise<void> => {
  try {
    // A transaction, because a write that is repeated after a lost reply would give them back twice.
    await table.transact(operations);
  } catch (error) {
    if (!(error instanceof Contended)) throw error;
  }
};

/** Reserves dials of one second, of the account and of the connection; all or none. The narrower limit is asked first. */
export const reserveDials = async (
  ports: RatePorts,
  of: DialsHolder,
  epochSecond: number,
  dials: number,
): Promise<boolean> => {
  const { table, limits } = ports;
  const { ofAccount, ofConnection } = reservationsOf(of, epochSecond, dials);
  const account = { pool: accountPool(of.account_id), limit: limits.maxDialsPerSecond, reservation: ofAccount };
  const connection = { pool: connectionPool, limit: connectionRate(ports), reservation: ofConnection };
  const [first, second] = account.limit < connection.limit ? [account, connection] : [connection, account];
  if (!(await succeeded(table.write(takeDials(first.pool, first.reservation, first.limit))))) return false;
  if (await succeeded(table.write(takeDials(second.pool, second.reservation, second.limit)))) return true;
  await giveBack(table, [giveBackDials(first.pool, first.reservation)]);
  return false;
};

/** Gives back dials of one second that are not sent, to the account and the connection. */
export const returnDials = (
  { table }: Needs<'table'>,
  of: DialsHolder,
  epochSecond: number,
  dials: number,
): Promise<void> => {
  const { ofAccount, ofConnection } = reservationsOf(of, epochSecond, dials);
  return giveBack(table, [
    giveBackDials(connectionPool, ofConnection),
    giveBackDials(accountPool(of.account_id), ofAccount),
  ]);
};

/** What is reserved of so many seconds, by the account's campaigns and by all accounts on the connection. */
export const readDialsAhead = async (
  { table }: { table: TableReader },
  accountId: string,
  { from, seconds }: { from: number; seconds: number },
): Promise<{ ofAccount: DialsInSecond[]; onConnection: DialsInSecond[] }> => {
  const inPool = (pool: Pool) => Array.from({ length: seconds }, (_, ahead) => ({ pool, epochSecond: from + ahead }));
  const read = await readDials(table, [...inPool(accountPool(accountId)), ...inPool(connectionPool)]);
  return { ofAccount: read.slice(0, seconds), onConnection: read.slice(seconds) };
};

/** Reserves the first second that has a dial left; null if none of the next has. */
const findPlace = async (ports: RatePorts, call: CallRecord, from: number): Promise<number | null> => {
  const ahead = { from, seconds: NEW_PLACE_WITHIN_SECONDS + 1 };
  const { ofAccount, onConnection } = await readDialsAhead(ports, call.account_id, ahead);
  for (const [at, { epochSecond, dials }] of ofAccount.entries()) {
    const isFull = dials >= ports.limits.maxDialsPerSecond || (onConnection[at]?.dials ?? 0) >= connectionRate(ports);
    if (!isFull && (await reserveDials(ports, call, epochSecond, 1))) return epochSecond;
  }
  return null;
};

/** When a dial's message must come again; `dial_second` is the place that was reserved for it. */
export interface Later {
  seconds: number;
  dial_second?: number;
}

/**
 * Waits for the call's place in the dial rate, which was reserved with its claim, at most a second. A message that came
 * too late for its place gets another. Returns when the message must come again; null if the place is here.
 */
export const awaitPlace = async (
  ports: RatePorts & Needs<'clock' | 'sleep'>,
  call: CallRecord,
): Promise<Later | null> => {
  const { clock, sleep } = ports;
  const now = Math.floor(clock().getTime() / 1000);
  const isInTime = call.dial_second !== null && Math.abs(call.dial_second - now) <= PLACE_TOLERANCE_SECONDS;
  const second = isInTime ? call.dial_second : await findPlace(ports, call, now);
  if (second === null) return { seconds: NO_PLACE_SECONDS };
  if (second - now > PLACE_TOLERANCE_SECONDS) return { seconds: second - now, dial_second: second };
  const waitMs = second * 1000 - clock().getTime();
  if (waitMs > 0) await sleep(waitMs);
  return null;
};
