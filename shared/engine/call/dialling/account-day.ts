import { portionsOf } from '#shared/domain/account/day-portions.ts';
import { type DayBounds, dayBounds, dayOf } from '#shared/domain/account/dial-bounds.ts';
import type { CallingHours, DialingSettings } from '#shared/domain/account/dialing-settings.ts';
import { allowanceAt } from '#shared/domain/billing/subscription.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import {
  callingHoursOf,
  type Dialing,
  type DialingRecord,
  dialingKey,
  dialingOf,
} from '#shared/store/account/dialing-settings.ts';
import { type AccountRecord, accountKey } from '#shared/store/accounts.ts';
import { type CountedDay, readDayUsage } from '#shared/store/limits/daily-usage.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** The current day of an account: what it may dial, and what it has. */
export interface AccountDay {
  day: string;
  settings: Dialing;
  callingHours: CallingHours | null;
  bounds: DayBounds;
  usage: CountedDay;
  /** What each counter of the day may count at most. */
  portions: number[];
}

type DayPorts = { table: TableReader } & Needs<'limits'>;

/** What the account may dial in a day, by its own settings and its plan. */
export const boundsOfDay = (
  { limits }: Needs<'limits'>,
  account: AccountRecord,
  settings: DialingSettings,
  now: Date,
): DayBounds => {
  const { planName } = allowanceAt(account, now);
  return dayBounds(settings, planName, limits.callsPerDay[planName]);
};

/** What says how much an account may dial, as it was read. */
export interface AccountRecords {
  account: AccountRecord | undefined;
  dialing: DialingRecord | undefined;
}

export const accountRecordKeys = (accountId: string) => ({
  account: accountKey(accountId),
  dialing: dialingKey(accountId),
});

/** Reads the account's current day, consistently; `records` if they were read together with something else. */
export const readAccountDay = async (
  ports: DayPorts,
  accountId: string,
  now: Date,
  records: AccountRecords | Promise<AccountRecords> = readTogether(ports.table, accountRecordKeys(accountId)),
): Promise<AccountDay> => {
  const day = dayOf(now);
  const [{ account, dialing }, usage] = await Promise.all([records, readDayUsage(ports.table, accountId, day)]);
  if (!account) throw new Error(`The account ${accountId} does not exist, although a campaign refers to it.`);
  const settings = dialingOf(dialing);
  const bounds = boundsOfDay(ports, account, settings, now);
  const callingHours = callingHoursOf(settings, ports.limits);
  return { day, settings, callingHours, bounds, usage, portions: portionsOf(bounds.calls, usage.counters) };
};
