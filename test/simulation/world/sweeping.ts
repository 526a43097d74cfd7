import { HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import { enrolmentsIn } from '#test/simulation/checks/records.ts';
import { isExpected, WORKERS } from '#test/simulation/kernel/functions.ts';
import { Invocation } from '#test/simulation/kernel/invocation.ts';
import { contextFor } from '#test/simulation/kernel/ports/ports.ts';
import type { World } from './world.ts';

/** Sweeps become rarer after this long without a move, so that a night costs little. They never stop. */
const QUIET_AFTER_MS = 8 * MINUTE_MS;
const INTERVAL_MAX_MS = 6 * HOUR_MS;
const INTERVAL_MAX_WITH_CALLS_MS = 4 * MINUTE_MS;

/** Somebody became due lately, and may have to be dialled within a short window. */
const isAnyoneJustDue = ({ kernel, campaignIds, checked }: World): boolean =>
  campaignIds.some((id) =>
    enrolmentsIn(checked.table, id).some(({ next_attempt_at: next }) => {
      const sinceMs = next ? kernel.now - Date.parse(String(next)) : Number.POSITIVE_INFINITY;
      return sinceMs >= 0 && sinceMs < QUIET_AFTER_MS;
    }),
  );

/** Calls that somebody ordered by hand and that are due, claimed or on. */
const singlesAtWork = ({ kernel, checks }: World): number =>
  checks.single.calls.open().filter(({ due_at }) => !due_at || Date.parse(String(due_at)) <= kernel.now).length;

const callsAtWork = (world: World): number => world.contactsInCalls().length + singlesAtWork(world);

const isSweepUrgent = (world: World): boolean =>
  world.checks.announcements.hasDue(world.kernel.now) ||
  world.checks.erasures.hasDue(world.kernel.now) ||
  isAnyoneJustDue(world) ||
  callsAtWork(world) > world.outside.carrier.liveCalls().length;

const intervalMs = (world: World): number => {
  const idleMs = world.kernel.now - world.activeAt;
  if (idleMs < QUIET_AFTER_MS || isSweepUrgent(world)) return MINUTE_MS;
  const hasCalls = callsAtWork(world) > 0 || world.checks.inbound.hasOpenRecords();
  return Math.min(hasCalls ? INTERVAL_MAX_WITH_CALLS_MS : INTERVAL_MAX_MS, idleMs / 4);
};

export const sweepRegularly = (world: World): void => {
  const { kernel, faults, machine } = world;
  const { definition, timeoutSeconds, uses } = WORKERS.sweep;
  let sweptAt = Number.NEGATIVE_INFINITY;
  const sweep = (): boolean => {
    kernel.after(MINUTE_MS + kernel.random.between(0, 500), sweep);
    if (kernel.now - sweptAt < intervalMs(world)) return false;
    sweptAt = kernel.now;
    world.checks.caps.check(kernel.now);
    world.checks.looks(kernel.now);
    const succeeds = world.checks.standstill.sweeps(kernel.now);
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
