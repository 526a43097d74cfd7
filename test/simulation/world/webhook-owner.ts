import type { People } from '#test/simulation/outside/people.ts';
import type { OwnerAction, OwnerActionPlan } from '#test/simulation/plan/webhook-plan.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import { perform } from './actions.ts';
import type { World } from './world.ts';

type Act = (people: People, plan: OwnerActionPlan, deliveries: Item[]) => Promise<unknown>;

const ACTS: Record<OwnerAction, Act> = {
  set: (people, { url }) => people.setWebhook(url, true),
  disable: (people, { url }) => people.setWebhook(url, false),
  remove: (people) => people.removeWebhook(),
  rotate: (people) => people.rotateWebhookKey(),
  // Somebody loses patience with a long attempt.
  resend: async (people, { choice }, deliveries) => {
    const underWay = deliveries.filter(({ attempt_until }) => attempt_until);
    const among = underWay.length > 0 ? underWay : deliveries;
    const chosen = among[Math.floor(choice * among.length)];
    if (chosen) await people.resendDelivery(chosen.id as string, chosen.event_id as string);
  },
};

/** While an attempt that has just begun is under way. */
const SHORTLY_MS = 30;

/** Plays everything that the owner of a webhook does about it. */
export const runWebhookOwner = (world: World, people: People): void => {
  const deliveries = (): Item[] => [...world.services.store.memory.all()].filter(({ sk }) => sk === 'DELIVERY');
  for (const plan of world.scenario.webhook?.actions ?? []) {
    world.at(plan.when, () => perform(world, () => ACTS[plan.action](people, plan, deliveries())));
    if (plan.action === 'resend' && 'worker' in plan.when)
      world.at({ ...plan.when, thenMs: SHORTLY_MS }, () =>
        perform(world, () => ACTS.resend(people, plan, deliveries())),
      );
  }
};
