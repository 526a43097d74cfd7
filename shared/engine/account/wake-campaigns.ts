import type { SettingsWait } from '#shared/domain/campaign/waiting.ts';
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

/** Has contacts judged anew that wait for these rules of the account, those of paused campaigns too. */
export const wakeContacts = async (
  { table, campaignQueue }: Needs<'table' | 'campaignQueue'>,
  accountId: string,
  rules: SettingsWait[],
): Promise<void> => {
  if (rules.length === 0) return;
  const { team_ids } = await getAccount(table, accountId);
  const campaigns = await campaignsUnderWay(table, team_ids);
  await campaignQueue.send(campaigns.map(({ id }) => ({ campaign_id: id, reason: 'widened', widened: { rules } })));
};
