import { dayReached } from '#shared/domain/account/dial-bounds.ts';
import { isRunning } from '#shared/domain/campaign/status.ts';
import { NOT_WAITING, type Waiting, waitingOf } from '#shared/domain/campaign/waiting.ts';
import { readAccountDay } from '#shared/engine/call/dialling/account-day.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { callWindowOf, getControl } from '#shared/store/campaign/campaigns.ts';
import { firstDue } from '#shared/store/campaign/enrolment-reads.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** What a campaign waits for, from its control, its account's day and the first of those who wait. */
export const readWaiting = async (
  ports: { table: TableReader } & Needs<'limits'>,
  campaignId: string,
  now: Date,
): Promise<Waiting> => {
  const control = await getControl(ports.table, campaignId);
  if (!control || !isRunning(control) || control.calls_left === 0) return NOT_WAITING;
  const [due, { bounds, usage }] = await Promise.all([
    firstDue(ports.table, campaignId),
    readAccountDay(ports, control.account_id, now),
  ]);
  return waitingOf({ due, day: dayReached(bounds, usage), window: callWindowOf(control) }, now);
};
