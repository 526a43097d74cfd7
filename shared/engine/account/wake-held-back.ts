import type { Needs } from '#shared/ports/capabilities.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { campaignsUnderWay } from '#shared/store/campaign/campaign-lists.ts';

/** Wakes the account's campaigns after a change by which it may dial more. Without effect where nobody waits. */
export const wakeHeldBack = async (
  { table, campaignQueue }: Needs<'table' | 'campaignQueue'>,
  accountId: string,
  now: Date,
): Promise<void> => {
  const { team_ids } = await getAccount(table, accountId);
  const campaigns = await campaignsUnderWay(table, team_ids);
  await campaignQueue.send(
    campaigns.map(({ id }) => ({ campaign_id: id, reason: 'widened', widened: { at: now.toISOString() } })),
  );
};
