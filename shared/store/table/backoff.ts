/**
 * Longest wait before the second try. A lost race is over within the 10 to 40 ms of a read and a write, so two writers
 * part at once.
 */
const FIRST_WAIT_MAX_MS = 50;
/** Thirty writers of one item need about a second in all; waits beyond that only cost time. */
const WAIT_MAX_MS = 1000;

/**
 * Tries of a contended write. The waits of one write between them add up to 7.6 seconds at most and 3.8 on average, so
 * that a worker of 10 seconds and a request of 29 can say themselves that they lost. Of 30 writers of one item at once
 * all succeed; of 100, a few give up.
 */
export const CONTENDED_TRIES = 12;

/** Waits after a lost try; the count begins at one. Where the table is simulated, so is the wait. */
export type BackOff = (triesLost: number) => Promise<void>;

/** Full jitter: anything up to a bound that doubles, so that writers who collided do not collide again. */
export const backoffMs = (triesLost: number, random: number): number =>
  random * Math.min(WAIT_MAX_MS, FIRST_WAIT_MAX_MS * 2 ** (triesLost - 1));
