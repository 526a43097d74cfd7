import { DAY_MS } from '#shared/domain/time.ts';

/** A wish for a call that is further off is not kept: nobody remembers it. */
const CALLBACK_WITHIN_MS = 60 * DAY_MS;
/** What was to be done this long ago, and was not, is not made up for. */
const CALLBACK_LATE_MAX_MS = DAY_MS;
/** Callbacks that follow from each other: who puts off every call does not want to be called. */
export const CALLBACKS_IN_CHAIN_MAX = 3;

/** Whether somebody can have asked on a call that ended then to be called at this time. */
export const isCallbackTime = (at: Date, endedAt: Date): boolean =>
  at > endedAt && at.getTime() - endedAt.getTime() <= CALLBACK_WITHIN_MS;

export interface CallbackWish {
  /** When the other party asked to be called; null if they did not. */
  at: Date | null;
  endedAt: Date;
  /** They asked not to be called again, on this call or before. */
  isOptedOut: boolean;
  /** `settings.callbacks` of the call's campaign; true without a campaign. */
  isAllowed: boolean;
  /** 0 for a call that is no callback, 1 for the first callback of a chain. */
  placeInChain: number;
}

/** Why nobody is called back. */
export type NoCallback = 'not_asked' | 'opted_out' | 'turned_off' | 'chain_full' | 'not_a_time' | 'too_late';

/**
 * When somebody who asked for it is called back: at that time, or at once if it has passed meanwhile. Whether the hours
 * are open then is judged when the call is dialled.
 */
export const callbackDecision = (wish: CallbackWish, now: Date): { at: Date } | { none: NoCallback } => {
  const { at, endedAt, isOptedOut, isAllowed, placeInChain } = wish;
  if (at === null) return { none: 'not_asked' };
  if (isOptedOut) return { none: 'opted_out' };
  if (!isAllowed) return { none: 'turned_off' };
  if (placeInChain >= CALLBACKS_IN_CHAIN_MAX) return { none: 'chain_full' };
  if (!isCallbackTime(at, endedAt)) return { none: 'not_a_time' };
  if (now.getTime() - at.getTime() > CALLBACK_LATE_MAX_MS) return { none: 'too_late' };
  return { at: at > now ? at : now };
};
