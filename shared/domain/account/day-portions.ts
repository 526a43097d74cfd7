/**
 * A day's dials are counted in several counters, so that transactions of many campaigns rarely meet in one. Each has a
 * fixed portion of the bound and never counts beyond it; so together they never count more than the bound.
 */
export const DAY_COUNTERS = 8;

/** What one counter may count at most. */
export const portionOf = (bound: number, counter: number): number =>
  Math.floor(bound / DAY_COUNTERS) + (counter < bound % DAY_COUNTERS ? 1 : 0);

/** Begins with another counter for each campaign, so that two planners rarely choose the same. */
export const firstCounter = (campaignId: string): number =>
  [...campaignId].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7) % DAY_COUNTERS;

/**
 * The counter of each of so many dials, from one's own first counter on; fewer where the portions have no more room,
 * or the bound as a whole has not.
 */
export const countersFor = (dials: number, bound: number, counted: readonly number[], first: number): number[] => {
  const left = Math.max(0, bound - counted.reduce((sum, each) => sum + each, 0));
  const counters = Array.from({ length: DAY_COUNTERS }, (_, at) => (first + at) % DAY_COUNTERS);
  const room = counters.flatMap((counter) =>
    Array.from({ length: Math.max(0, portionOf(bound, counter) - (counted[counter] ?? 0)) }, () => counter).slice(
      0,
      dials,
    ),
  );
  return room.slice(0, Math.min(dials, left));
};
