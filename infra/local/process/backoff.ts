const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 30_000;

/** Milliseconds to wait after this many failures in a row: 200 ms, doubling up to 30 s. */
export const backoffMs = (failures: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** Math.min(Math.max(failures - 1, 0), 20), LONGEST_DELAY_MS);
