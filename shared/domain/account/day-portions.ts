import { sumOf } from '#shared/domain/lists.ts';
import { placeOf } from '#shared/domain/spread.ts';

/**
 * A day's dials are counted in several counters, so that transactions of many campaigns rarely meet in one. Each has a
 * portion of the bound and never counts beyond it; so together they never count more than the bound.
 */
export const DAY_COUNTERS = 8;

const COUNTERS = Array.from({ length: DAY_COUNTERS }, (_, counter) => counter);

/**
 * What each counter may count at most. The portions are even and fixed, until a bound is narrowed below what some have
 * counted already: what these have stands, and the others share the rest.
 */
export const portionsOf = (bound: number, counted: readonly number[]): number[] => {
  const full = new Set<number>();
  for (;;) {
    const open = COUNTERS.filter((counter) => !full.has(counter));
    const rest = Math.max(0, bound - sumOf([...full].map((counter) => counted[counter] ?? 0)));
    const shareOf = (counter: number): number => {
      const place = open.indexOf(counter);
      return Math.floor(rest / open.length) + (place < rest % open.length ? 1 : 0);
    };
    const further = open.filter((counter) => (counted[counter] ?? 0) > shareOf(counter));
    if (further.length === 0)
      return COUNTERS.map((counter) => (full.has(counter) ? (counted[counter] ?? 0) : shareOf(counter)));
    for (const counter of further) full.add(counter);
  }
};

/** Begins with another counter for each campaign, so that two planners rarely choose the same. */
export const firstCounter = (campaignId: string): number => placeOf(campaignId, DAY_COUNTERS);

/** The counter of each of so many dials, from one's own first counter on; fewer where the portions have no more room. */
export const countersFor = (
  dials: number,
  portions: readonly number[],
  counted: readonly number[],
  first: number,
): number[] => {
  const counters = COUNTERS.map((at) => (first + at) % DAY_COUNTERS);
  const roomIn = (counter: number): number => Math.max(0, (portions[counter] ?? 0) - (counted[counter] ?? 0));
  const room = counters.flatMap((counter) => Array<number>(Math.min(dials, roomIn(counter))).fill(counter));
  return room.slice(0, dials);
};
