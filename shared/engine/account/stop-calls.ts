import { awaitAccountQuiet, type QuietPorts } from '#shared/engine/call/dials-in-flight.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import type { CampaignMessage } from '#shared/schemas/messages.ts';
import { getAccount, setCallsStopped } from '#shared/store/accounts.ts';
import { runningCampaigns } from '#shared/store/campaign/campaign-lists.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/** Stops dialling and waits until no dial is in flight. Returns the time of the stop; a repeat keeps the first time. */
export const stopCalls = async (ports: QuietPorts & { table: TableWriter }, accountId: string): Promise<string> => {
  const account = await getAccount(ports.table, accountId);
  const stoppedAt = account.calls_stopped_at ?? ports.clock().toISOString();
  await setCallsStopped(ports.table, accountId, stoppedAt);
  await awaitAccountQuiet(ports, accountId);
  return stoppedAt;
};

/** Allows calls again and wakes the account's running and scheduled campaigns. */
export const resumeCalls = async (
  { table, campaignQueue }: { table: TableWriter; campaignQueue: QueueSender<CampaignMessage> },
  accountId: string,
): Promise<void> => {
  await setCallsStopped(table, accountId, null);
  const { team_ids } = await getAccount(table, accountId);
  const campaigns = await runningCampaigns(table, team_ids);
  await campaignQueue.send(campaigns.map(({ id }) => ({ campaign_id: id, reason: 'change' })));
};
