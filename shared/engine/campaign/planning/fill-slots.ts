import { callsLeft } from '#shared/domain/account/dial-bounds.ts';
import { haltByEngine } from '#shared/engine/campaign/give-command.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import { earliestDue } from '#shared/store/campaign/enrolment-reads.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { readDialRate } from './allot-dials.ts';
import { claimInRate } from './claim-in-rate.ts';
import { type DialBudget, type DialRecords, readDialBudget } from './dial-budget.ts';
import { holdForDay, wakeHeld } from './hold-for-day.ts';
import { planDials } from './plan-dials.ts';
import { stopWaiting, stopWaitingAfter, type Waiting, waitBehind, waitForRoom } from './wait-for-room.ts';

/** Contacts examined beyond the free slots, as a share of these, so that a few ineligible ones cost no other round. */
const EXAMINE_MARGIN = 0.1;
/** Upper limit of contacts examined per round. */
const EXAMINE_MAX = 120;
/** Rounds of claims per step; the next message continues with the rest. */
const CLAIM_ROUNDS = 10;

type FillPorts = Needs<'table' | 'dialQueue' | 'campaignQueue' | 'checkTranscriber' | 'limits' | 'clock' | 'log'>;

export interface Filled {
  control: CampaignControl;
  claimed: number;
  /** Contacts are due for which there is no room; a look is on its way. */
  isWaiting: boolean;
  /** The account dials no more on the day of the step. */
  isDayOver: boolean;
  /** Every slot is taken. */
  isFull: boolean;
}

/** Of a campaign that may not dial now. */
export const nothingFilled = (control: CampaignControl): Filled => ({
  control,
  claimed: 0,
  isWaiting: false,
  isDayOver: false,
  isFull: false,
});

type Shortage = Pick<Waiting, 'short' | 'wants' | 'hasCalls'>;

const isAnyoneDue = async (table: TableWriter, { id }: CampaignControl, now: Date): Promise<boolean> => {
  const due = await earliestDue(table, id);
  return due !== null && due <= now.toISOString();
};

/** What the rounds of a step have come to. */
interface Rounds {
  control: CampaignControl;
  claimed: CallRecord[];
  /** Of the latest round; undefined if no slot was free. */
  budget?: DialBudget;
  /** Slots that were free at the beginning of that round and are still. */
  free: number;
  /** Why a due contact finds no room. */
  shortage?: Shortage;
}

/** One round of claims; answers whether another one may claim more. */
const claimRound = async (
  ports: FillPorts,
  rounds: Rounds,
  { round, now, known }: { round: number; now: Date; known: DialRecords | undefined },
): Promise<boolean> => {
  const { control, claimed } = rounds;
  const most = Math.min(control.calls_left ?? EXAMINE_MAX, EXAMINE_MAX);
  if (most <= 0) return false;
  const budget = await readDialBudget(ports, control, most, now, known);
  const { calls, day, wanted } = budget;
  rounds.free = budget.slots;
  if (wanted === 0) return false;
  rounds.budget = budget;
  if (budget.dayReached !== null) {
    await holdForDay(ports, control, budget);
    return false;
  }
  if (calls === 0) {
    const short = { connection: budget.isShortOfConnection };
    if (await isAnyoneDue(ports.table, control, now)) rounds.shortage = { short, wants: wanted, hasCalls: false };
    return false;
  }
  // Each round examines twice as many, to get past a long run of ineligible contacts.
  const examine = Math.min(Math.ceil(calls * (1 + EXAMINE_MARGIN)) * 2 ** round, EXAMINE_MAX);
  const [plan, rate] = await Promise.all([
    planDials(ports, control, { ...day, calls, examine, now }),
    readDialRate(ports, control.account_id),
  ]);
  if (plan.problem) {
    rounds.control = await haltByEngine(ports, control, { kind: 'not_callable', reason: plan.problem }, now);
    return false;
  }
  if (plan.examined === 0) return false;
  const made = await claimInRate(ports, control, plan, { budget, rate }, claimed);
  rounds.control = made.control;
  rounds.free -= made.claims;
  // Who has claimed the last dials of the day waits for the next one, not for room.
  const isSpent = plan.claims.length === calls && calls < Math.min(wanted, callsLeft(day.bounds, day.usage));
  const short = made.short ?? (isSpent ? { connection: budget.isShortOfConnection } : null);
  if (short) rounds.shortage = { short, wants: wanted - made.claims, hasCalls: made.short !== null };
  return !short && rounds.free > 0 && plan.examined === examine;
};

/** Tells others what the campaign has left of the room, or still wants of it. */
const noteWants = async (
  ports: FillPorts,
  { control, claimed, budget, shortage }: Rounds,
  looks: number[],
  now: Date,
): Promise<void> => {
  const gotSome = claimed.length > 0;
  if (budget && gotSome) await waitBehind(ports, control, budget, now);
  if (budget && shortage) await waitForRoom(ports, control, budget, { ...shortage, gotSome, looks, now });
  else if (budget) await stopWaitingAfter(ports, control, budget, now);
  // It asked for a look and wants nothing any more.
  else if (looks.length > 0) await stopWaiting(ports, control, now);
  if (budget) await wakeHeld(ports, control, budget);
};

/**
 * Claims due contacts until the slots are full, the budget, the day or the cap is spent, or nobody is due. `known` are
 * records that were read just before.
 */
export const fillSlots = async (
  ports: FillPorts,
  control: CampaignControl,
  looks: number[],
  now: Date,
  known?: DialRecords,
): Promise<Filled> => {
  const rounds: Rounds = { control, claimed: [], free: control.max_concurrent_calls };
  let mayGoOn = true;
  for (let round = 0; mayGoOn && round < CLAIM_ROUNDS; round++)
    mayGoOn = await claimRound(ports, rounds, { round, now, known: round === 0 ? known : undefined });
  await noteWants(ports, rounds, looks, now);
  const { budget, shortage } = rounds;
  const isDayOver = budget !== undefined && budget.dayReached !== null;
  return {
    control: rounds.control,
    claimed: rounds.claimed.length,
    isWaiting: shortage !== undefined,
    isDayOver,
    isFull: rounds.free === 0,
  };
};
