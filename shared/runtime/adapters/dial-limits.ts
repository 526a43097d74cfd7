import { provide } from '#shared/runtime/define/build-ports.ts';
import { env } from '#shared/runtime/env.ts';

provide('dialLimits', () => ({
  limits: {
    maxConcurrentCallsPerAccount: Number(env.maxConcurrentCallsPerAccount),
    maxDialsPerSecond: Number(env.maxDialsPerSecond),
  },
}));
