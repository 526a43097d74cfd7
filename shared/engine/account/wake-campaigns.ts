import type { SettingsWait } from '#shared/domain/campaign/waiting.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { campaignsUnderWay } from '#shared/store/campaign/campaign-lists.ts';

/**
 * Lets every running or scheduled campaign of an account look at once what it may do, and has contacts judged anew that
 * wait for these rules of the account, those of paused campaigns too. One that has just paused may be woken for nothing, and
 * one that has just begun looks by itself.
 */
export const wakeCampaigns = async (
  { table, campaignQueue }: Needs<'table' | 'campaignQueue'>,
  accountId: string,
  widened: SettingsWait[] = [],
): Promise<void> => {
  const { team_ids } = await getAccount(table, accountId);
  const campaigns = await campaignsUnderWay(table, team_ids);
  const dialling = campaigns.filter(({ status }) => status !== 'paused');
  const judged = widened.length > 0 ? campaigns : [];
  await campaignQueue.send([
    ...dialling.map(({ id }) => ({ campaign_id: id, reason: 'change' as const })),
    ...judged.map(({ id }) => ({ campaign_id: id, reason: 'widened' as const, widened: { rules: widened } })),
  ]);
};
