import { awaitCampaignQuiet, type QuietPorts } from '#shared/engine/call/dials-in-flight.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import type { CampaignMessage } from '#shared/schemas/messages.ts';
import { changeControl, getControl, moveCounts, uncountCampaign } from '#shared/store/campaign/campaigns.ts';
import { moveEnrolment, readWaiting } from '#shared/store/campaign/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { MAX_TRANSACTION_OPERATIONS, type TableWriter } from '#shared/store/table/table.ts';
import { countsMoving } from './campaign-counts.ts';
import { giveCommand, wakeCampaign } from './give-command.ts';

/** Beside control, counters and an Idempotency-Key's record. */
const CONTACTS_PER_TRANSACTION = MAX_TRANSACTION_OPERATIONS - 3;

/** Transactions of one step at most: some 5,000 contacts, seconds. */
const CANCEL_TRANSACTIONS = 50;

export type StopPorts = QuietPorts & { table: TableWriter };

/** No dial starts after this answers; live calls go on. Pausing a paused campaign changes nothing. */
export const pauseCampaign = async (ports: StopPorts, campaignId: string): Promise<void> => {
  await giveCommand(ports.table, campaignId, { type: 'pause' }, ports.clock());
  await awaitCampaignQuiet(ports, campaignId);
};

/**
 * Cancels the contacts of a cancelled campaign that still waited, a few per transaction; safe to repeat. A very long list
 * takes several steps.
 */
export const cancelWaiting = async (table: TableWriter, campaignId: string, now: Date): Promise<'done' | 'more'> => {
  const changes = { status: 'cancelled' as const, next_attempt_at: null, updated_at: now.toISOString() };
  const cancelSome = async (): Promise<number> => {
    const [control, waiting] = await Promise.all([
      getControl(table, campaignId),
      readWaiting(table, campaignId, CONTACTS_PER_TRANSACTION),
    ]);
    if (control?.status !== 'cancelled' || waiting.length === 0) return 0;
    await table.transact([
      changeControl(control, {}).operation,
      ...moveCounts(campaignId, countsMoving(waiting.map((enrolment) => ({ enrolment, changes })))),
      ...waiting.map((enrolment) => moveEnrolment(enrolment, changes)),
    ]);
    return waiting.length;
  };
  for (let transaction = 0; transaction < CANCEL_TRANSACTIONS; transaction++) {
    if ((await retryingLostRaces(cancelSome)) === 0) return 'done';
  }
  return 'more';
};

/**
 * Final: no dial starts after this answers. Every contact that waited becomes `cancelled`, beyond some thousands a moment
 * later. Live calls are not hung up.
 */
export const cancelCampaign = async (
  ports: StopPorts & { campaignQueue: QueueSender<CampaignMessage> },
  campaignId: string,
): Promise<void> => {
  const now = ports.clock();
  await giveCommand(ports.table, campaignId, { type: 'cancel' }, now);
  await awaitCampaignQuiet(ports, campaignId);
  await cancelWaiting(ports.table, campaignId, now);
  await wakeCampaign(ports, campaignId);
};

/** Soft, and final: a campaign that dials must be paused or cancelled first. No dial is in flight when this answers. */
export const deleteCampaign = async (ports: StopPorts, campaignId: string): Promise<void> => {
  await giveCommand(ports.table, campaignId, { type: 'delete' }, ports.clock(), (control) => [
    uncountCampaign(control),
  ]);
  await awaitCampaignQuiet(ports, campaignId);
};
