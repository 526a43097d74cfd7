import { DAY_COUNTERS } from '#shared/domain/account/day-portions.ts';
import type { DayUsage } from '#shared/domain/account/dial-bounds.ts';
import { sumOf } from '#shared/domain/lists.ts';
import { DAY_MS, SECOND_MS } from '#shared/domain/time.ts';
import { CALLS_PREFIX, HELD_PREFIX, keys, partitions, SPEND_PREFIX } from '#shared/store/keys.ts';
import {
  absent,
  anyOf,
  below,
  type PutOperation,
  present,
  type RemoveOperation,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

/** Reports and settlements of a day come long before this. */
const DAY_KEPT_DAYS = 7;

/** What an account used in a day, and how it is spread over the counters. */
export interface CountedDay extends DayUsage {
  counters: number[];
  /** Campaigns that wait for the next day. */
  held: string[];
}

/** A dial of an account: the UTC day it is counted on, and the counter. */
export interface DayDial {
  day: string;
  counter: number;
}

type CounterItem = { calls?: number; spend_micro_usd?: number };

/** What the account has used up of a day, `YYYY-MM-DD`. */
export const readDayUsage = async (table: TableReader, accountId: string, day: string): Promise<CountedDay> => {
  const items = await table.query<CounterItem>({ partition: partitions.day(accountId, day) });
  const counters = Array.from({ length: DAY_COUNTERS }, () => 0);
  for (const { sk, calls = 0 } of items)
    if (sk.startsWith(CALLS_PREFIX)) counters[Number(sk.slice(CALLS_PREFIX.length))] = calls;
  const spent = items.filter(({ sk }) => sk.startsWith(SPEND_PREFIX)).map(({ spend_micro_usd = 0 }) => spend_micro_usd);
  const held = items.filter(({ sk }) => sk.startsWith(HELD_PREFIX)).map(({ sk }) => sk.slice(HELD_PREFIX.length));
  return { calls: sumOf(counters), spendMicroUsd: sumOf(spent), counters, held };
};

const expires = (day: string) => ({
  [TTL_ATTRIBUTE]: Math.floor((Date.parse(day) + DAY_KEPT_DAYS * DAY_MS) / SECOND_MS),
});

const dialsByCounter = (dials: readonly DayDial[]): { day: string; counter: number; count: number }[] => {
  const groups = new Map<string, { day: string; counter: number; count: number }>();
  for (const { day, counter } of dials) {
    const name = `${day} ${counter}`;
    groups.set(name, { day, counter, count: (groups.get(name)?.count ?? 0) + 1 });
  }
  return [...groups.values()];
};

/** Counts dials; fails where a counter would exceed its portion. One operation for each counter. */
export const countDials = (
  accountId: string,
  dials: readonly DayDial[],
  portions: readonly number[],
): UpdateOperation[] =>
  dialsByCounter(dials).map(({ day, counter, count }) => ({
    update: keys.dayCalls(accountId, day, counter),
    add: { calls: count },
    set: expires(day),
    when: [anyOf(absent('calls'), below('calls', (portions[counter] ?? 0) - count + 1))],
  }));

/** Gives dials back. One operation for each counter. */
export const giveBackDayDials = (accountId: string, dials: readonly DayDial[]): UpdateOperation[] =>
  dialsByCounter(dials).map(({ day, counter, count }) => ({
    update: keys.dayCalls(accountId, day, counter),
    add: { calls: -count },
    set: expires(day),
  }));

/** Counts a dial that was made already, be there room for it or not. */
export const countMadeDial = (accountId: string, { day, counter }: DayDial): UpdateOperation => ({
  update: keys.dayCalls(accountId, day, counter),
  add: { calls: 1 },
  set: expires(day),
});

/** Counts what the carrier charged for a call, on the day of its report. */
export const countSpend = (accountId: string, day: string, callId: string, microUsd: number): UpdateOperation => ({
  update: keys.daySpend(accountId, day, callId),
  add: { spend_micro_usd: microUsd },
  set: expires(day),
});

/** Notes that a campaign waits for the next day. Only a hint: whoever is not told of room looks within a minute. */
export const noteHeld = (accountId: string, day: string, campaignId: string): PutOperation => ({
  put: { ...keys.dayHeld(accountId, day, campaignId), ...expires(day) },
});

/** Fails if somebody else has taken the note, to wake the campaign. */
export const removeHeld = (accountId: string, day: string, campaignId: string): RemoveOperation => ({
  delete: keys.dayHeld(accountId, day, campaignId),
  when: [present('pk')],
});
