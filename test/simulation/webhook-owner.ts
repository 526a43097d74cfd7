import { perform } from './actions.ts';
import type { People } from './team.ts';
import type { OwnerAction, OwnerActionPlan } from './webhook-plan.ts';
import type { World } from './world.ts';

const ACTS: Record<OwnerAction, (people: People, plan: OwnerActionPlan) => Promise<unknown>> = {
  set: (people, { url }) => people.setWebhook(url, true),
  disable: (people, { url }) => people.setWebhook(url, false),
  remove: (people) => people.removeWebhook(),
  rotate: (people) => people.rotateWebhookKey(),
};

/** Everything that the owner of a webhook does about it. */
export const runWebhookOwner = (world: World, people: People): void => {
  for (const plan of world.scenario.webhook?.actions ?? []) {
    world.kernel.after(plan.afterMs, () => {
      perform(world, () => ACTS[plan.action](people, plan));
      return true;
    });
  }
};
