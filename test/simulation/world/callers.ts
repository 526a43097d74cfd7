import { MINUTE_MS } from '#shared/domain/time.ts';
import { contactIn } from '#test/simulation/checks/records.ts';
import type { InboundPlan } from '#test/simulation/plan/inbound-plan.ts';
import type { World } from './world.ts';

/** People call back soon after they were called. */
const CALLS_BACK_WITHIN_MS = 10 * MINUTE_MS;

/** Who was erased may call us all the same. */
const phonesOf = ({ services, contactIds, checks }: World): string[] => {
  const { memory } = services.store;
  const phones = contactIds.map((id) => contactIn(memory, id)?.phone as string | null);
  return [...phones.filter((phone) => phone !== null), ...checks.erasures.people.phones()];
};

const recentlyCalled = (world: World): string[] => {
  const { outside, kernel } = world;
  const phones = new Set(phonesOf(world));
  return [...outside.carrier.calls.values()]
    .filter(({ placedAt, to }) => placedAt > kernel.now - CALLS_BACK_WITHIN_MS && phones.has(to))
    .map(({ to }) => to);
};

/** Mostly somebody who was called a moment ago, then some contact, now and then a stranger. */
const callerOf = (world: World, { choice }: InboundPlan): string => {
  const { random } = world;
  const recent = recentlyCalled(world);
  const among = recent.length > 0 && random.chance(0.65) ? recent : phonesOf(world);
  const isStranger = among.length === 0 || random.chance(0.1);
  return isStranger ? '+16285550100' : (among[Math.floor(choice * among.length)] as string);
};

/** A phone that is on a call makes no other. */
const isOnCall = ({ outside }: World, phone: string): boolean =>
  outside.carrier.liveCalls().some(({ to }) => to === phone) ||
  outside.inbound.live().some(({ from }) => from === phone);

const call = (world: World, plan: InboundPlan): void => {
  const from = callerOf(world, plan);
  if (isOnCall(world, from)) return;
  world.outside.inbound.place({ from, to: plan.to, ringMs: plan.ringMs, talkMs: plan.talkMs });
};

/** Plays everybody who calls the team's numbers. */
export const runCallers = (world: World): void => {
  for (const plan of world.scenario.inbound) {
    world.at(plan.when, () => call(world, plan));
  }
};
