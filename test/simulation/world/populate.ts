import { type Founding, foundCampaign, foundContact, foundWebhook } from '#test/simulation/plan/found-team.ts';
import { noteBeginnings } from './beginnings.ts';
import type { World } from './world.ts';

/** Creates everything that exists when the world begins. */
export const populate = async (world: World, founding: Founding): Promise<void> => {
  const { scenario, contactIds, campaignIds } = world;
  for (const contact of scenario.contacts) contactIds.push(await foundContact(founding, contact));
  for (const plan of scenario.campaigns) {
    campaignIds.push(await foundCampaign(founding, scenario, plan, contactIds));
  }
  const firstUrl = scenario.webhook?.firstUrl ?? null;
  const publicKey = firstUrl === null ? undefined : await foundWebhook(founding, firstUrl);
  noteBeginnings(world, publicKey);
};
