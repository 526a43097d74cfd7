import type { Needs } from '#shared/ports/capabilities.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { giveBackDials, readDials, takeDials } from '#shared/store/limits/dial-rate.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import { Contended, type TableReader } from '#shared/store/table/table.ts';

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

const reservationOf = ({ account_id, campaign_id }: DialsHolder, epochSecond: number, dials: number) => ({
  epochSecond,
  account_id,
  holder: campaign_id ?? account_id,
  dials,
});

/** Reserves dials of one second, of the account and of the connection; all or none. */
export const reserveDials = (
  ports: RatePorts,
  of: DialsHolder,
  epochSecond: number,
  dials: number,
): Promise<boolean> => {
  const { table, limits } = ports;
  const dialsPerSecond = { ofAccount: limits.maxDialsPerSecond, onConnection: connectionRate(ports) };
  return succeeded(table.write(takeDials(reservationOf(of, epochSecond, dials), dialsPerSecond)));
};

/**
 * Gives back dials of one second that are not sent, to the account and the connection. Those that cannot be given back,
 * because so many reserve of that second, are lost with it.
 */
export const returnDials = async (
  { table }: Needs<'table'>,
  of: DialsHolder,
  epochSecond: number,
  dials: number,
): Promise<void> => {
  try {
    // A transaction, because a write that is repeated after a lost reply would give them back twice.
    await table.transact([giveBackDials(reservationOf(of, epochSecond, dials))]);
  } catch (error) {
    if (!(error instanceof Contended)) throw error;
  }
};

/** What is reserved of so many seconds, by the account's campaigns and by all accounts on the connection. */
export const readDialsAhead = (
  { table }: { table: TableReader },
  accountId: string,
  { from, seconds }: { from: number; seconds: number },
): ReturnType<typeof readDials> =>
  readDials(
    table,
    accountId,
    Array.from({ length: seconds }, (_, ahead) => from + ahead),
  );

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
