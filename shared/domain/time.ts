export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const secondsAfter = (at: Date | string, seconds: number): Date =>
  new Date(new Date(at).getTime() + seconds * SECOND_MS);

/** When an item may go, as its time to live has it: never earlier than the moment. */
export const epochSeconds = (ms: number): number => Math.ceil(ms / SECOND_MS);

/** Whole seconds between ISO 8601 times; 0 when one is unknown, or when clock skew reverses them. */
export const secondsBetween = (from: string | null, to: string | null): number =>
  from === null || to === null ? 0 : Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / SECOND_MS));
