import {
  type Founding,
  foundBounds,
  foundCampaign,
  foundContact,
  foundWebhook,
} from '#test/simulation/plan/found-team.ts';
import type { Team } from '#test/simulation/plan/team.ts';
import { noteBeginnings } from './beginnings.ts';
import type { World } from './world.ts';

/** Creates everything that exists when the world begins. */
export const populate = async (world: World, founding: Founding): Promise<void> => {
  const { scenario, contactIds, campaignIds } = world;
  await foundBounds(founding, scenario.bounds);
  for (const contact of scenario.contacts) contactIds.push(await foundContact(founding, contact));
  for (const plan of scenario.campaigns.filter(({ account }) => account === 0)) {
    campaignIds.push(await foundCampaign(founding, scenario, plan, contactIds));
  }
  for (const [at, { contacts, campaign }] of scenario.neighbours.entries()) {
    const team = world.teams[at + 1] as Team;
    const theirs: string[] = [];
    for (const contact of contacts) theirs.push(await foundContact({ ...founding, team }, contact));
    campaignIds.push(await foundCampaign({ ...founding, team }, scenario, campaign, theirs));
  }
  const firstUrl = scenario.webhook?.firstUrl ?? null;
  const publicKey = firstUrl === null ? undefined : await foundWebhook(founding, firstUrl);
  noteBeginnings(world, publicKey);
};
