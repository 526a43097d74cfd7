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
  for (const [at, contact] of scenario.contacts.entries())
    contactIds.push(await foundContact(founding, contact, `contact ${at}`));
  for (const plan of scenario.campaigns.filter(({ account }) => account === 0)) {
    campaignIds.push(await foundCampaign(founding, scenario, plan, contactIds));
  }
  for (const [at, { contacts, campaign }] of scenario.neighbours.entries()) {
    const team = world.teams[at + 1] as Team;
    const theirs: string[] = [];
    for (const [place, contact] of contacts.entries())
      theirs.push(await foundContact({ ...founding, team }, contact, `neighbour ${at} ${place}`));
    campaignIds.push(await foundCampaign({ ...founding, team }, scenario, campaign, theirs));
  }
  const firstUrl = scenario.webhook?.firstUrl ?? null;
  const publicKey = firstUrl === null ? undefined : await foundWebhook(founding, firstUrl);
  noteBeginnings(world, publicKey);
};
