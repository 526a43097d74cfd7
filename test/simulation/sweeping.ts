import { WORKERS, isExpected } from './functions.ts';
import { Invocation } from './invocation.ts';
import { contextFor } from './ports.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** Where nothing moves, sweeps become rarer, so that a night costs little; they never stop. */
const QUIET_AFTER_MS = 8 * MINUTE_MS;
const INTERVAL_MAX_MS = 6 * 60 * MINUTE_MS;

/** The one-minute sweep. */
export const sweepRegularly = (world: World): void => {
  const { kernel, faults, machine } = world;
  const { definition, timeoutSeconds, uses } = WORKERS.sweep;
  const sweep = (): boolean => {
    world.checkCaps();
    const idleMs = kernel.now - world.activeAt;
    const waitMs = idleMs > QUIET_AFTER_MS ? Math.min(INTERVAL_MAX_MS, idleMs / 4) : MINUTE_MS;
    kernel.after(waitMs + kernel.random.between(0, 500), sweep);
    if (faults.happens('sweepSkipped')) return false;
    const invocation = new Invocation(machine, 'sweep', timeoutSeconds, (ending, error) => {
      if (ending === 'failed' && !isExpected(error)) world.checker.report('0 unexpected error', String((error as Error).stack), kernel.now);
    });
    invocation.start(async () => definition.run?.(contextFor(world.services, invocation, uses)));
    return true;
  };
  kernel.after(kernel.random.between(0, MINUTE_MS), sweep);
};
