import { HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import { isExpected, WORKERS } from '#test/simulation/kernel/functions.ts';
import { Invocation } from '#test/simulation/kernel/invocation.ts';
import { contextFor } from '#test/simulation/kernel/ports.ts';
import type { World } from './world.ts';

/** Sweeps become rarer after this long without a move, so that a night costs little. They never stop. */
const QUIET_AFTER_MS = 8 * MINUTE_MS;
const INTERVAL_MAX_MS = 6 * HOUR_MS;
const INTERVAL_MAX_WITH_CALLS_MS = 4 * MINUTE_MS;

const intervalMs = (world: World): number => {
  if (world.announcementChecks.hasDue(world.kernel.now)) return MINUTE_MS;
  const idleMs = world.kernel.now - world.activeAt;
  if (idleMs < QUIET_AFTER_MS || world.isAnyoneJustDue(QUIET_AFTER_MS) || world.hasSlotsWithoutCalls())
    return MINUTE_MS;
  return Math.min(world.hasCalls() ? INTERVAL_MAX_WITH_CALLS_MS : INTERVAL_MAX_MS, idleMs / 4);
};

export const sweepRegularly = (world: World): void => {
  const { kernel, faults, machine } = world;
  const { definition, timeoutSeconds, uses } = WORKERS.sweep;
  let sweptAt = Number.NEGATIVE_INFINITY;
  const sweep = (): boolean => {
    kernel.after(MINUTE_MS + kernel.random.between(0, 500), sweep);
    if (kernel.now - sweptAt < intervalMs(world)) return false;
    sweptAt = kernel.now;
    world.caps.check(kernel.now);
    const succeeds = world.standstill.sweeps(kernel.now);
    if (faults.happens('sweepSkipped')) return false;
    const invocation = new Invocation(machine, 'sweep', timeoutSeconds, (ending, error) => {
      if (ending === 'done') succeeds();
      if (ending === 'failed' && !isExpected(error)) world.unexpected(error);
    });
    invocation.start(async () => definition.run?.(contextFor(world.services, invocation, uses)));
    return true;
  };
  kernel.after(kernel.random.between(0, MINUTE_MS), sweep);
};
