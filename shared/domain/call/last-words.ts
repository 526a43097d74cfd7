import { SECOND_MS } from '#shared/domain/time.ts';

const LOOK_SECONDS = { min: 1, max: 15 };

/**
 * Seconds until the next look for the last words of a call that ended so long ago. The pauses grow, because every look
 * that is delivered twice has two successors.
 */
export const secondsToNextLook = (sinceEndMs: number): number =>
  Math.min(LOOK_SECONDS.max, Math.max(LOOK_SECONDS.min, Math.ceil(sinceEndMs / SECOND_MS)));
