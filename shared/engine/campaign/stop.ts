import { allowedFrom, type CampaignCommand, type CampaignStatus, isAllowed } from '#shared/domain/campaign/status.ts';
import { conflict, notFound } from '#shared/domain/errors.ts';
import { awaitCampaignQuiet, type QuietPorts } from '#shared/engine/call/dials-in-flight.ts';
import {
  type CampaignControl,
  changeControl,
  deleteCampaignRecord,
  getControl,
  moveCounts,
} from '#shared/store/campaigns.ts';
import { moveEnrolment, readWaiting } from '#shared/store/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { MAX_TRANSACTION_OPERATIONS, type TableWriter } from '#shared/store/table/table.ts';
import { countsBetween, sumCounts } from './settlement.ts';

/** Beside control and counters. */
const CONTACTS_PER_TRANSACTION = MAX_TRANSACTION_OPERATIONS - 3;

/** Transactions of one step at most: some 5,000 contacts, seconds. */
const CANCEL_TRANSACTIONS = 50;

export type StopPorts = QuietPorts & { table: TableWriter };

const refuse = (command: CampaignCommand, status: CampaignStatus): Error =>
  conflict(
    `A campaign that is ${status} does not take the command ${command}; it must be ${allowedFrom(command).join(' or ')}.`,
  );

/**
 * Gives a command to a campaign: changes its control if the command is allowed where the campaign stands, reading again
 * when somebody else changed it meanwhile. @throws Refusal 409 where the command is not allowed, 404 if it is gone.
 */
export const command = (
  table: TableWriter,
  campaignId: string,
  name: CampaignCommand,
  changes: (control: CampaignControl) => Partial<CampaignControl>,
): Promise<CampaignControl> =>
  retryingLostRaces(async () => {
    const control = await getControl(table, campaignId);
    if (!control || control.deleted_at !== null) throw notFound(`The campaign "${campaignId}"`);
    if (!isAllowed(name, control.status)) throw refuse(name, control.status);
    const changed = changes(control);
    if (Object.keys(changed).length === 0) return control;
    await table.write(changeControl(control, changed));
    return { ...control, ...changed, plan_version: control.plan_version + 1 };
  });

/** No dial starts after this answers; calls that are on go on. Pausing a paused campaign changes nothing. */
export const pauseCampaign = async (ports: StopPorts, campaignId: string): Promise<void> => {
  const updated_at = ports.clock().toISOString();
  await command(ports.table, campaignId, 'pause', ({ status }) =>
    status === 'paused' ? {} : { status: 'paused', paused_reason: null, updated_at },
  );
  await awaitCampaignQuiet(ports, campaignId);
};

/**
 * A cancelled campaign's contacts that still waited become `cancelled`, a few per transaction; safe to repeat. A very long
 * list takes several steps.
 */
export const cancelWaiting = async (table: TableWriter, campaignId: string, now: Date): Promise<'done' | 'more'> => {
  const updated_at = now.toISOString();
  const cancelSome = async (): Promise<number> => {
    const [control, waiting] = await Promise.all([
      getControl(table, campaignId),
      readWaiting(table, campaignId, CONTACTS_PER_TRANSACTION),
    ]);
    if (control?.status !== 'cancelled' || waiting.length === 0) return 0;
    const changes = { status: 'cancelled' as const, next_attempt_at: null, updated_at };
    await table.transact([
      changeControl(control, {}),
      ...moveCounts(campaignId, sumCounts(waiting.map((enrolment) => countsBetween(enrolment, changes)))),
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
export const cancelCampaign = async (ports: StopPorts, campaignId: string): Promise<void> => {
  const now = ports.clock();
  const at = now.toISOString();
  await command(ports.table, campaignId, 'cancel', () => ({ status: 'cancelled', completed_at: at, updated_at: at }));
  await awaitCampaignQuiet(ports, campaignId);
  await cancelWaiting(ports.table, campaignId, now);
};

export const resumeCampaign = async (table: TableWriter, campaignId: string, now: Date): Promise<void> => {
  await command(table, campaignId, 'resume', (control) => ({
    status: 'running',
    paused_reason: null,
    // The cap belonged to the execution that spent it.
    ...(control.calls_left === 0 && { calls_left: null }),
    started_at: control.started_at ?? now.toISOString(),
    updated_at: now.toISOString(),
  }));
};

/** Soft, and final: a campaign that dials must be paused or cancelled first. No dial is in the air when this answers. */
export const deleteCampaign = async (ports: StopPorts, campaignId: string): Promise<void> => {
  const { table } = ports;
  await retryingLostRaces(async () => {
    const control = await getControl(table, campaignId);
    if (!control || control.deleted_at !== null) throw notFound(`The campaign "${campaignId}"`);
    if (!isAllowed('delete', control.status)) throw refuse('delete', control.status);
    await table.transact(deleteCampaignRecord(control, ports.clock().toISOString()));
  });
  await awaitCampaignQuiet(ports, campaignId);
};
