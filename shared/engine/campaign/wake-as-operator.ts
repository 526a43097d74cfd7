import { activity } from '#shared/domain/account/activity.ts';
import type { Actor } from '#shared/domain/account/actor.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import { notesOf, type OperatedAccount } from '#shared/store/operations.ts';
import { wakeCampaign } from './give-command.ts';

/**
 * Has a campaign take a step, as a message that was lost would have. A step decides everything from the table, so it is
 * safe at any time, and releases nothing that is not over. The note comes first: a step more does no harm.
 */
export const wakeAsOperator = async (
  ports: Needs<'table' | 'campaignQueue' | 'clock'>,
  { id }: CampaignControl,
  { actor, account }: { actor: Actor; account: OperatedAccount },
): Promise<void> => {
  await ports.table.transact(notesOf(actor, account, activity('campaign.woken', id), ports.clock()));
  await wakeCampaign(ports, id);
};
