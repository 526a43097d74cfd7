import { endOfDay } from '#shared/domain/account/dial-bounds.ts';
import { isOpen, nextOpening } from '#shared/domain/campaign/call-window.ts';
import { openContacts } from '#shared/domain/campaign/contact-status.ts';
import { isRedialling, isRunning, startsAt } from '#shared/domain/campaign/status.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { dialRecordKeys } from '#shared/engine/campaign/planning/dial-budget.ts';
import { type Filled, fillSlots, nothingFilled } from '#shared/engine/campaign/planning/fill-slots.ts';
import { stopWaiting, wakeWaiting } from '#shared/engine/campaign/planning/wait-for-room.ts';
import { finishSettled, readChangedCalls } from '#shared/engine/campaign/settlement/changed-calls.ts';
import { settleCalls } from '#shared/engine/campaign/settlement/settle-calls.ts';
import { sweepCalls } from '#shared/engine/campaign/settlement/sweep-calls.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { measure } from '#shared/ports/metrics.ts';
import type { CampaignMessage } from '#shared/schemas/messages.ts';
import { areCallsStopped } from '#shared/store/accounts.ts';
import { isOver } from '#shared/store/call/calls.ts';
import {
  type CampaignControl,
  callWindowOf,
  controlKey,
  getControl,
  leaveSweep,
  noteWakeUp,
} from '#shared/store/campaign/campaigns.ts';
import { checkNoneOpen, getCounts } from '#shared/store/campaign/contact-counts.ts';
import { earliestDue } from '#shared/store/campaign/enrolment-reads.ts';
import { readPermitsOf } from '#shared/store/limits/call-permits.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { carryOn } from './carry-on.ts';
import { endWaits } from './end-waits.ts';
import { changeByEngine, haltByEngine, wakeCampaign } from './give-command.ts';

/** `paused_reason` of a campaign whose run has spent its cap. */
const CAP_REACHED = 'The run reached its maxCalls.';
type AdvancePorts = Needs<
  | 'table'
  | 'dialQueue'
  | 'telephony'
  | 'checkTranscriber'
  | 'wakeUps'
  | 'campaignQueue'
  | 'webhookQueue'
  | 'endedCallQueue'
  | 'portions'
  | 'clock'
  | 'sleep'
  | 'limits'
  | 'log'
>;

/** Starts a scheduled campaign when its time has come. The loser of two starts reads again and finds `running`. */
const startIfDue = async (table: TableWriter, control: CampaignControl, now: Date): Promise<CampaignControl> => {
  const at = startsAt(control);
  if (at === null || at > now.toISOString()) return control;
  return changeByEngine(table, control, { type: 'start_as_scheduled' }, now);
};

/** Until when a campaign without open contacts waits for a late detection; null if it does not. */
const awaitedUntil = (counts: Awaited<ReturnType<typeof getCounts>>, now: Date): Date | null => {
  const until = counts.detection_awaited_until;
  return until !== undefined && until > now.toISOString() ? new Date(until) : null;
};

/** Completes the campaign when every contact is terminal; halts it when its cap is spent and its calls are over. */
const finishIfDone = async (
  ports: Needs<'table' | 'log'>,
  { control, claimed }: Filled,
  now: Date,
): Promise<CampaignControl> => {
  const { table } = ports;
  // Whom it has just claimed is not done.
  if (!isRunning(control) || claimed > 0) return control;
  const counts = await getCounts(table, control.id);
  const isDone = openContacts(counts) === 0;
  if (isDone && awaitedUntil(counts, now) !== null) return control;
  // Contacts may be added between the two: whoever completes loses, and looks again.
  if (isDone) return changeByEngine(table, control, { type: 'complete' }, now, [checkNoneOpen(control.id)]);
  const isSpent = control.calls_left === 0 && (await readPermitsOf(table, control)).length === 0;
  return isSpent ? haltByEngine(ports, control, { kind: 'cap_reached', reason: CAP_REACHED }, now) : control;
};

/** A contact that is due this long should have been claimed, skipped or told to wait. */
const STALLED_AFTER_MINUTES = 5;

/** Of a campaign that runs and lacks nothing: whether it has left somebody who is due for long. */
const minutesBetween = (at: string, now: Date): number => (now.getTime() - Date.parse(at)) / MINUTE_MS;

const isStalled = ({ control, claimed, isDayOver }: Filled, due: string, now: Date): boolean =>
  claimed === 0 &&
  !isDayOver &&
  isOpen(callWindowOf(control), now) &&
  minutesBetween(due, now) >= STALLED_AFTER_MINUTES;

/** When the schedule must wake the campaign; ended calls and manual changes wake it anyway. */
const nextWakeUp = async ({ table, log }: AdvancePorts, filled: Filled, now: Date): Promise<Date | null> => {
  const { control, isWaiting, isDayOver, isFull } = filled;
  const start = startsAt(control);
  if (start !== null) return new Date(start);
  // While all slots are taken, the end of a call wakes it.
  if (!isRunning(control) || control.calls_left === 0 || isWaiting || isFull) return null;
  const due = await earliestDue(table, control.id);
  if (due === null) return awaitedUntil(await getCounts(table, control.id), now);
  if (isStalled(filled, due, now)) {
    const subject = { account_id: control.account_id, campaign_id: control.id };
    measure(log, 'Contacts are due and the campaign has room, but claims none.', { campaigns_stalled: 1 }, subject);
  }
  const mayDialFrom = isDayOver ? endOfDay(now) : now;
  const from = due > mayDialFrom.toISOString() ? new Date(due) : mayDialFrom;
  // With somebody due and free slots, the campaign continues at once.
  return nextOpening(callWindowOf(control), from);
};

const scheduleWakeUp = async (ports: AdvancePorts, filled: Filled, now: Date): Promise<void> => {
  const { control } = filled;
  const at = await nextWakeUp(ports, filled, now);
  if (at === null || at.toISOString() === control.wake_at) return;
  if (at <= now) return wakeCampaign(ports, control.id);
  try {
    await ports.wakeUps.wakeAt(control.id, at);
  } catch (error) {
    const words = 'Could not schedule the wake-up of a campaign; the sweep wakes it within a minute.';
    return ports.log.error(words, error, { campaign_id: control.id });
  }
  await ports.table.write(noteWakeUp(control.id, at));
};

/** A cancel or redial that was left to the engine comes after the calls, so that it holds up neither. */
const carryOnOrLeave = async (ports: AdvancePorts, campaignId: string, begin: Date): Promise<void> => {
  const control = await getControl(ports.table, campaignId);
  if (control && !(await carryOn(ports, control, begin))) await leaveSweepIfIdle(ports.table, control);
};

/** While it dials, and no redial is open, there is nothing to carry on. */
const isDialling = (control: CampaignControl | undefined): boolean =>
  control !== undefined && isRunning(control) && !isRedialling(control);

const leaveSweepIfIdle = async (table: TableWriter, control: CampaignControl): Promise<void> => {
  const isActive = 'active_pk' in control;
  if (!isActive || isRunning(control) || isRedialling(control) || startsAt(control) !== null) return;
  if ((await readPermitsOf(table, control)).length === 0) await table.write(leaveSweep(control));
};

const readForFill = (table: TableWriter, { id, account_id }: CampaignControl) =>
  readTogether(table, { control: controlKey(id), ...dialRecordKeys(account_id) });

type FillRecords = Awaited<ReturnType<typeof readForFill>>;

/** Dials whom the campaign may dial now, and returns the campaign after it; `ended` calls have left room. */
const fill = async (
  ports: AdvancePorts,
  { control, ...known }: FillRecords,
  { looks, ended }: { looks: number[]; ended: number },
): Promise<CampaignControl | undefined> => {
  const { table } = ports;
  const now = ports.clock();
  if (!control) return undefined;
  const started = await startIfDue(table, control, now);
  const isStopped = areCallsStopped(known.account);
  const mayDial = isRunning(started) && !isStopped && isOpen(callWindowOf(started), now);
  // A campaign that waited and may dial no more leaves its share to others.
  if (!mayDial && looks.length > 0) await stopWaiting(ports, started, now);
  const filled = mayDial ? await fillSlots(ports, started, looks, now, known) : nothingFilled(started);
  const finished = await finishIfDone(ports, filled, now);
  if (!isStopped) await scheduleWakeUp(ports, { ...filled, control: finished }, now);
  if (ended > 0) await wakeWaiting(ports, finished, ended - filled.claimed, now);
  return finished;
};

/**
 * One step of a campaign: settles changed calls, starts it if it is scheduled, fills free slots, ends it if it is done,
 * sets the next wake-up, and carries on a cancel or redial. Every decision is made from the table, so a step may be
 * repeated, late or concurrent.
 */
export const advanceCampaign = async (ports: AdvancePorts, messages: CampaignMessage[]): Promise<void> => {
  const { table } = ports;
  const begin = ports.clock();
  const campaignId = messages[0]?.campaign_id;
  if (campaignId === undefined) return;
  const { known, isKnownNow, noted } = await readChangedCalls(ports, campaignId, messages);
  const { control } = known;
  if (!control) return;
  const looks = messages.flatMap(({ look }) => look ?? []);
  const callIds = [...new Set([...known.callIds, ...noted])];
  // What the dials after a call's end need is read beside what its settlement needs.
  const [anyOver, ahead] = await Promise.all([
    settleCalls(ports, campaignId, callIds, ports.clock(), isKnownNow ? known : undefined),
    known.calls.some(isOver) ? readForFill(table, control) : undefined,
  ]);
  const callsOnly = messages.every(({ reason }) => reason === 'call');
  // There is nothing to start while none of the calls is over.
  if (callsOnly && !anyOver) return finishSettled(ports, campaignId, noted);
  for (const message of messages) await endWaits(ports, message);
  const isSweep = messages.some(({ reason }) => reason === 'sweep');
  if (isSweep && (await sweepCalls(ports, control)) === 'more') await wakeCampaign(ports, campaignId, 'sweep');
  const ended = anyOver ? callIds.length : 0;
  let records = ahead;
  const after = await retryingLostRaces(table, async () => {
    const read = records ?? (await readForFill(table, control));
    // What was read ahead is tried once.
    records = undefined;
    return fill(ports, read, { looks, ended });
  });
  await finishSettled(ports, campaignId, noted);
  if (!isDialling(after)) await retryingLostRaces(table, () => carryOnOrLeave(ports, campaignId, begin));
};
