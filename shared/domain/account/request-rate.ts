import { SECOND_MS } from '#shared/domain/time.ts';

/** How many requests an account may send: in the long run, and at one moment. */
export interface RequestLimit {
  perSecond: number;
  burst: number;
}

export const REQUEST_LIMIT: RequestLimit = { perSecond: 50, burst: 200 };

/** Below a clock's tick, above what adding up fractions of a millisecond to the time of day loses. */
const ROUNDING_MS = 0.5;

/** The share of the rate that a request uses, in milliseconds. */
export const requestMs = ({ perSecond }: RequestLimit): number => SECOND_MS / perSecond;

/**
 * The time up to which an account that sends nothing has used its rate, epoch milliseconds. It lies back as far as a
 * burst reaches.
 */
export const restsAt = (limit: RequestLimit, nowMs: number): number => nowMs - limit.burst * requestMs(limit);

/** The time up to which the rate is used after so many requests. Idle time counts for one burst and no more. */
export const spend = (limit: RequestLimit, spentUntilMs: number, requests: number, nowMs: number): number =>
  Math.max(spentUntilMs, restsAt(limit, nowMs)) + requests * requestMs(limit);

/** Milliseconds until another request fits into the rate; 0 if it does now. */
export const waitMs = (limit: RequestLimit, spentUntilMs: number, nowMs: number): number => {
  const wait = spend(limit, spentUntilMs, 1, nowMs) - nowMs;
  return wait > ROUNDING_MS ? wait : 0;
};
