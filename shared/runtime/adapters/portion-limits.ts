import { PORTION_LIMITS } from '#shared/domain/campaign/portions.ts';
import { provide } from '#shared/runtime/build-ports.ts';

provide('portionLimits', () => ({ portions: PORTION_LIMITS }));
