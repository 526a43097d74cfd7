import type { Usage } from '#shared/domain/call/cost.ts';
import { keys } from './keys.ts';
import type { UpdateOperation } from './table/table.ts';

/** Apart from the counters, so that the accounts of ended calls do not get in the way of the next ones. */
export const addCampaignUsage = (campaignId: string, usage: Usage): UpdateOperation => ({
  update: keys.campaignUsage(campaignId),
  add: { ...usage },
});
