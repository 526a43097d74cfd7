import { provide } from '#shared/runtime/build-ports.ts';
import { env } from '#shared/runtime/env.ts';

provide('dialLimits', () => ({
  limits: {
    maxConcurrentCallsPerAccount: Number(env.maxConcurrentCallsPerAccount),
    maxDialsPerSecond: Number(env.maxDialsPerSecond),
  },
}));
