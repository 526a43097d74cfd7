/** When a campaign dials and how often, as a form holds it. */
export interface WindowAndLimits {
  windowStart: string;
  windowEnd: string;
  timezone: string;
  maxConcurrentCalls: string;
  maxAttemptsPerContact: string;
  retryDelayMinutes: string;
}

export const orNull = (text: string): string | null => (text === '' ? null : text);

/** The window as a request has it; without both ends it has no zone either. */
export const windowOf = ({ windowStart, windowEnd, timezone }: WindowAndLimits) => ({
  callWindowStart: orNull(windowStart),
  callWindowEnd: orNull(windowEnd),
  callWindowTimezone: windowStart === '' && windowEnd === '' ? null : orNull(timezone),
});
