import { awaitCampaignQuiet, type QuietPorts } from '#shared/engine/call/dials-in-flight.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { changeControl, getControl, moveCounts, uncountCampaign } from '#shared/store/campaign/campaigns.ts';
import { moveEnrolment, readWaiting } from '#shared/store/campaign/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { countsMoving, OPERATIONS_FOR_CONTACTS } from './campaign-counts.ts';
import { giveCommand, wakeCampaign } from './give-command.ts';

/** Transactions per step: about 5,000 contacts, a few seconds. */
const CANCEL_TRANSACTIONS = 50;

type StopPorts = QuietPorts & Needs<'table'>;

/** Pauses a campaign; no dial starts after this returns, live calls continue. A paused campaign stays as it is. */
export const pauseCampaign = async (ports: StopPorts, campaignId: string): Promise<void> => {
  await giveCommand(ports.table, campaignId, { type: 'pause' }, ports.clock());
  await awaitCampaignQuiet(ports, campaignId);
};

/**
 * Cancels the waiting contacts of a cancelled campaign; safe to repeat. Returns `more` when a very long list needs
 * another step.
 */
export const cancelWaiting = async (table: TableWriter, campaignId: string, now: Date): Promise<'done' | 'more'> => {
  const changes = { status: 'cancelled' as const, next_attempt_at: null, updated_at: now.toISOString() };
  const cancelSome = async (): Promise<number> => {
    const [control, waiting] = await Promise.all([
      getControl(table, campaignId),
      readWaiting(table, campaignId, OPERATIONS_FOR_CONTACTS),
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
    if ((await retryingLostRaces(table, cancelSome)) === 0) return 'done';
  }
  return 'more';
};

/**
 * Cancels a campaign for good; no dial starts after this returns, live calls continue. Waiting contacts become
 * `cancelled`, those beyond about 5,000 a moment later.
 */
export const cancelCampaign = async (ports: StopPorts & Needs<'campaignQueue'>, campaignId: string): Promise<void> => {
  const now = ports.clock();
  await giveCommand(ports.table, campaignId, { type: 'cancel' }, now);
  await awaitCampaignQuiet(ports, campaignId);
  await cancelWaiting(ports.table, campaignId, now);
  await wakeCampaign(ports, campaignId);
};

/** Deletes a campaign softly and returns once no dial is in flight. @throws Refusal 409 while it runs. */
export const deleteCampaign = async (ports: StopPorts, campaignId: string): Promise<void> => {
  await giveCommand(ports.table, campaignId, { type: 'delete' }, ports.clock(), (control) => [
    uncountCampaign(control),
  ]);
  await awaitCampaignQuiet(ports, campaignId);
};
