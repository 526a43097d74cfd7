import type { DialLimits } from '#shared/ports/dial-limits.ts';

/** Limits of an engine that a test runs by itself: the defaults, without a limit of live calls on the connection. */
export const DIAL_LIMITS: DialLimits = {
  maxConcurrentCallsPerAccount: 100,
  maxDialsPerSecond: 30,
  connectionMaxConcurrentCalls: null,
  connectionMaxDialsPerSecond: 30,
  callingHoursByDefault: null,
  callsPerDay: { free: 100, starter: 2_000, growth: 20_000 },
};
