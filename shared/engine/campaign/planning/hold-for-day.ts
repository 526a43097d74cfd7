import { callsLeft } from '#shared/domain/account/dial-bounds.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import { noteHeld, removeHeld } from '#shared/store/limits/daily-usage.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import type { DialBudget } from './dial-budget.ts';

/** Notes that a campaign waits for its account's next day, so that it hears of dials that are given back before. */
export const holdForDay = async (
  { table }: Needs<'table'>,
  { id, account_id }: CampaignControl,
  { day: { day, usage } }: DialBudget,
): Promise<void> => {
  if (!usage.held.includes(id)) await table.write(noteHeld(account_id, day, id));
};

/** Wakes campaigns that wait for the account's next day when it has dials left after all; who finds none waits on. */
export const wakeHeld = async (
  { table, campaignQueue }: Needs<'table' | 'campaignQueue'>,
  { id, account_id }: CampaignControl,
  { day: { day, bounds, usage } }: DialBudget,
): Promise<void> => {
  const others = usage.held.filter((held) => held !== id);
  for (const campaign_id of others.slice(0, callsLeft(bounds, usage))) {
    if (await succeeded(table.write(removeHeld(account_id, day, campaign_id))))
      await campaignQueue.send([{ campaign_id, reason: 'wake' }]);
  }
};
