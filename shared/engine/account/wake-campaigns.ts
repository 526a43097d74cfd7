import type { Needs } from '#shared/ports/capabilities.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { campaignsUnderWay, runningCampaigns } from '#shared/store/campaign/campaign-lists.ts';

/** Lets every running or scheduled campaign of an account look at once what it may do. */
export const wakeCampaigns = async (
  { table, campaignQueue }: Needs<'table' | 'campaignQueue'>,
  accountId: string,
): Promise<void> => {
  const { team_ids } = await getAccount(table, accountId);
  const campaigns = await runningCampaigns(table, team_ids);
  await campaignQueue.send(campaigns.map(({ id }) => ({ campaign_id: id, reason: 'change' })));
};

/** Has contacts judged anew that wait for the bound on their number, those of paused campaigns too. */
export const wakeNumberWaits = async (
  { table, campaignQueue }: Needs<'table' | 'campaignQueue'>,
  accountId: string,
): Promise<void> => {
  const { team_ids } = await getAccount(table, accountId);
  const campaigns = await campaignsUnderWay(table, team_ids);
  await campaignQueue.send(campaigns.map(({ id }) => ({ campaign_id: id, reason: 'widened', widened: {} })));
};
