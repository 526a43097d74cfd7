import { DEFAULT_CALLING_HOURS } from '#shared/domain/account/dialing-settings.ts';
import { provide } from '#shared/runtime/build-ports.ts';
import { env } from '#shared/runtime/env.ts';

provide('dialLimits', () => ({
  limits: {
    maxConcurrentCallsPerAccount: Number(env.maxConcurrentCallsPerAccount),
    maxDialsPerSecond: Number(env.maxDialsPerSecond),
    connectionMaxConcurrentCalls:
      env.connectionMaxConcurrentCalls === 'unlimited' ? null : Number(env.connectionMaxConcurrentCalls),
    connectionMaxDialsPerSecond: Number(env.connectionMaxDialsPerSecond),
    callingHoursByDefault: env.telephonyProvider === 'simulated' ? null : DEFAULT_CALLING_HOURS,
    callsPerDay: {
      free: Number(env.freeCallsPerDay),
      starter: Number(env.starterCallsPerDay),
      growth: Number(env.growthCallsPerDay),
    },
  },
}));
