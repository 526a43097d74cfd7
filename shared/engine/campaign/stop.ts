import {
  awaitCallbacksQuiet,
  awaitCampaignQuiet,
  type QuietPorts,
} from '#shared/engine/call/dialling/dials-in-flight.ts';
import type { AnnouncePorts } from '#shared/engine/webhook/announce.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { getControl, loadControl, uncountCampaign } from '#shared/store/campaign/campaigns.ts';
import { moveCounts } from '#shared/store/campaign/contact-counts.ts';
import { readEveryWaiting } from '#shared/store/campaign/enrolment-reads.ts';
import { moveEnrolment } from '#shared/store/campaign/enrolments.ts';
import { stillCancelled } from '#shared/store/campaign/redials.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { countsMoving } from './campaign-counts.ts';
import { cancelCallbacks } from './cancel-callbacks.ts';
import { giveCommand, wakeCampaign } from './give-command.ts';
import { beginInRequest } from './portions.ts';

type StopPorts = QuietPorts & Needs<'table'>;

/** Pauses a campaign; no dial starts after this returns, live calls continue. A paused campaign stays as it is. */
export const pauseCampaign = async (ports: StopPorts, campaignId: string, by: Caller): Promise<void> => {
  await giveCommand(ports.table, by, campaignId, { type: 'pause' }, ports.clock());
  await awaitCampaignQuiet(ports, campaignId);
};

/**
 * Cancels the next waiting contacts of a cancelled campaign; whoever comes second reads again. Returns false when none
 * is left, or the campaign is not cancelled any more.
 */
export const cancelSome = (table: TableWriter, campaignId: string, now: Date, contacts: number): Promise<boolean> =>
  retryingLostRaces(table, async () => {
    const [control, { enrolments, mayBeMore }] = await Promise.all([
      getControl(table, campaignId),
      readEveryWaiting(table, campaignId, contacts),
    ]);
    if (control?.status !== 'cancelled') return false;
    if (enrolments.length === 0) return mayBeMore;
    const changes = {
      status: 'cancelled' as const,
      next_attempt_at: null,
      redials_at_end: control.redials,
      updated_at: now.toISOString(),
    };
    await table.transact([
      stillCancelled(control),
      ...moveCounts(campaignId, countsMoving(enrolments.map((enrolment) => ({ enrolment, changes })))),
      ...enrolments.map((enrolment) => moveEnrolment(enrolment, changes)),
    ]);
    return mayBeMore;
  });

/**
 * Cancels a campaign for good; no dial starts after this returns, live calls continue. Waiting contacts become
 * `cancelled`, and so do calls that somebody asked for; those beyond the first by the engine, right after.
 */
export const cancelCampaign = async (
  ports: StopPorts & AnnouncePorts & Needs<'campaignQueue' | 'portions'>,
  campaignId: string,
  by: Caller,
): Promise<void> => {
  const now = ports.clock();
  await giveCommand(ports.table, by, campaignId, { type: 'cancel' }, now);
  await awaitCampaignQuiet(ports, campaignId);
  await awaitCallbacksQuiet(ports, await loadControl(ports.table, campaignId));
  await beginInRequest(ports, campaignId, () => cancelCallbacks(ports, campaignId));
  await beginInRequest(ports, campaignId, (contacts) => cancelSome(ports.table, campaignId, now, contacts));
  await wakeCampaign(ports, campaignId);
};

/** Deletes a campaign softly and returns once no dial is in flight. @throws Refusal 409 while it runs. */
export const deleteCampaign = async (ports: StopPorts, campaignId: string, by: Caller): Promise<void> => {
  await giveCommand(ports.table, by, campaignId, { type: 'delete' }, ports.clock(), (control) => [
    uncountCampaign(control),
  ]);
  await awaitCampaignQuiet(ports, campaignId);
  const control = await getControl(ports.table, campaignId);
  if (control) await awaitCallbacksQuiet(ports, control);
};
