import { type CallingHours, DEFAULT_DIALING, type DialingSettings } from '#shared/domain/account/dialing-settings.ts';
import { defined } from '#shared/domain/lists.ts';
import type { Destinations } from '#shared/domain/phone-number/destinations.ts';
import { keys } from '#shared/store/keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  type CheckOperation,
  type Condition,
  equals,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';

/** The countries of an account's own active numbers are counted in attributes of this prefix: `numbers_in_US`. */
const COUNTRY_PREFIX = 'numbers_in_';

/** What an account has set, beside counts of its numbers; fields that were never set have their defaults. */
export interface DialingRecord extends Partial<DialingSettings> {
  /** How often the settings were changed; absent before the first time. */
  version?: number;
}

/** The settings with their defaults, and the countries of the account's own active numbers. */
export type Dialing = DialingSettings & Destinations & { version: number };

export const dialingKey = (accountId: string): RecordKey<DialingRecord> => keys.dialing(accountId);

const ownCountries = (record: object): string[] =>
  Object.entries(record).flatMap(([field, count]) =>
    field.startsWith(COUNTRY_PREFIX) && Number(count) > 0 ? [field.slice(COUNTRY_PREFIX.length)] : [],
  );

/** The settings that a record stands for; an account without one has the defaults. */
export const dialingOf = (record: DialingRecord = {}): Dialing => {
  const { allowed_countries, calling_hours, ...bounds } = { ...DEFAULT_DIALING, ...defined(record) };
  const { max_calls_per_number_per_day, max_calls_per_day, max_spend_per_day_usd } = bounds;
  return {
    allowed_countries,
    calling_hours,
    max_calls_per_number_per_day,
    max_calls_per_day,
    max_spend_per_day_usd,
    own_countries: ownCountries(record).sort(),
    version: record.version ?? 0,
  };
};

/** The settings, with the country of a number that was active when it was read beside them, be it released since. */
export const withNumberIn = (settings: Dialing, country: string | null): Dialing => ({
  ...settings,
  own_countries: [...new Set([...settings.own_countries, ...(country === null ? [] : [country])])],
});

/** Consistent. */
export const getDialingSettings = async (table: TableReader, accountId: string): Promise<Dialing> =>
  dialingOf(await table.get<DialingRecord>(dialingKey(accountId)));

const unchanged = ({ version }: Dialing): Condition[] => [
  version === 0 ? absent('version') : equals('version', version),
];

/** Changes the settings if nobody else has since they were read; the loser gets ConditionFailed. */
export const changeDialingSettings = (
  accountId: string,
  before: Dialing,
  changes: Partial<DialingSettings>,
): UpdateOperation => ({
  update: keys.dialing(accountId),
  set: { ...changes, version: before.version + 1 },
  when: unchanged(before),
});

/** The calling hours that hold: what was set, be it null, else those that come with the carrier. */
export const callingHoursOf = (
  { calling_hours }: Dialing,
  { callingHoursByDefault }: { callingHoursByDefault: CallingHours | null },
): CallingHours | null => (calling_hours === undefined ? callingHoursByDefault : calling_hours);

/** Holds if nobody has changed the settings since they were read. */
export const dialingUnchanged = (accountId: string, read: Dialing): CheckOperation => ({
  check: keys.dialing(accountId),
  when: unchanged(read),
});

/** Counts a number that comes into use (1), or goes out of it (-1), in the transaction that does so. */
export const countNumberIn = (accountId: string, country: string | null, difference: 1 | -1): UpdateOperation[] =>
  country === null ? [] : [{ update: keys.dialing(accountId), add: { [`${COUNTRY_PREFIX}${country}`]: difference } }];
