import { callsLeft } from '#shared/domain/account/dial-bounds.ts';
import { changeByEngine } from '#shared/engine/campaign/give-command.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import { earliestDue } from '#shared/store/campaign/enrolment-reads.ts';
import { readSlots } from '#shared/store/limits/campaign-slots.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { claimInRate } from './claim-in-rate.ts';
import { type DialBudget, readDialBudget } from './dial-budget.ts';
import { holdForDay, wakeHeld } from './hold-for-day.ts';
import { planDials } from './plan-dials.ts';
import { stopWaiting, stopWaitingAfter, type Waiting, waitBehind, waitForRoom } from './wait-for-room.ts';

/** Contacts examined beyond the free slots, so that a few ineligible ones do not cost another round. */
const EXAMINE_MARGIN = 2;
/** Upper limit of contacts examined per round. */
const EXAMINE_MAX = 120;
/** Rounds of claims per step; the next message continues with the rest. */
const CLAIM_ROUNDS = 10;

type FillPorts = Needs<'table' | 'dialQueue' | 'campaignQueue' | 'checkTranscriber' | 'limits' | 'clock'>;

export interface Filled {
  control: CampaignControl;
  claimed: number;
  /** Contacts are due for which there is no room; a look is on its way. */
  isWaiting: boolean;
  /** The account dials no more on the day of the step. */
  isDayOver: boolean;
}

type Shortage = Pick<Waiting, 'short' | 'wants' | 'hasCalls'>;

const isAnyoneDue = async (table: TableWriter, { id }: CampaignControl, now: Date): Promise<boolean> => {
  const due = await earliestDue(table, id);
  return due !== null && due <= now.toISOString();
};

/** Claims due contacts until the slots are full, the budget, the day or the cap is spent, or nobody is due. */
export const fillSlots = async (
  ports: FillPorts,
  control: CampaignControl,
  looks: number[],
  now: Date,
): Promise<Filled> => {
  const { table } = ports;
  let budget: DialBudget | undefined;
  let shortage: Shortage | undefined;
  const live = (await readSlots(table, control.id)).length;
  const claimed: CallRecord[] = [];
  let current = control;
  for (let round = 0; round < CLAIM_ROUNDS; round++) {
    const free = current.max_concurrent_calls - live - claimed.length;
    const wanted = Math.min(free, current.calls_left ?? free, EXAMINE_MAX);
    if (wanted <= 0) break;
    budget = await readDialBudget(ports, current, wanted, now);
    const { calls, day } = budget;
    if (budget.dayReached !== null) {
      await holdForDay(ports, current, budget);
      break;
    }
    if (calls === 0) {
      const short = { connection: budget.isShortOfConnection };
      if (await isAnyoneDue(table, control, now)) shortage = { short, wants: wanted, hasCalls: false };
      break;
    }
    // Each round examines twice as many, to get past a long run of ineligible contacts.
    const examine = Math.min((calls + EXAMINE_MARGIN) * 2 ** round, EXAMINE_MAX);
    const plan = await planDials(ports, current, { calls, examine, now, settings: day.settings });
    if (plan.problem) {
      current = await changeByEngine(table, current, { type: 'halt', reason: plan.problem }, now);
      break;
    }
    if (plan.examined === 0) break;
    const made = await claimInRate(ports, current, plan, budget, claimed);
    current = made.control;
    // Who has claimed the last dials of the day waits for the next one, not for room.
    const isSpent = plan.claims.length === calls && calls < Math.min(wanted, callsLeft(day.bounds, day.usage));
    const short = made.short ?? (isSpent ? { connection: budget.isShortOfConnection } : null);
    if (short) shortage = { short, wants: wanted - made.claims, hasCalls: made.short !== null };
    if (short || plan.examined < examine) break;
  }
  if (budget && claimed.length > 0) await waitBehind(ports, current, budget, now);
  if (budget && shortage)
    await waitForRoom(ports, current, budget, { ...shortage, gotSome: claimed.length > 0, looks, now });
  else if (budget) await stopWaitingAfter(ports, current, budget, now);
  // It asked for a look and wants nothing any more.
  else if (looks.length > 0) await stopWaiting(ports, current, now);
  if (budget) await wakeHeld(ports, current, budget);
  const isDayOver = budget !== undefined && budget.dayReached !== null;
  return { control: current, claimed: claimed.length, isWaiting: shortage !== undefined, isDayOver };
};
