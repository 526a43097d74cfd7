import type { ContactCounts } from '#shared/domain/campaign/contact-status.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import type { DialMessage } from '#shared/schemas/messages.ts';
import { type CallRecord, claimCall } from '#shared/store/calls.ts';
import { type CampaignControl, changeControl, moveCounts } from '#shared/store/campaigns.ts';
import { type EnrolmentRecord, moveEnrolment } from '#shared/store/enrolments.ts';
import { takeSlot } from '#shared/store/limits/campaign-slots.ts';
import type { TableWriter, WriteOperation } from '#shared/store/table/table.ts';
import type { Claim, Plan, Skip, Wait } from './plan-dials.ts';

/** A claim is three operations; with control and counters, this many fit one transaction of 100. */
const CONTACTS_PER_TRANSACTION = 32;

export interface ClaimPorts {
  table: TableWriter;
  dialQueue: QueueSender<DialMessage>;
}

type Step = { claim: Claim } | { skip: Skip } | { wait: Wait };

const claimOperations = (control: CampaignControl, { enrolment, call }: Claim, at: string): WriteOperation[] => [
  moveEnrolment(enrolment, {
    status: 'dialing',
    generation: call.generation,
    next_attempt_at: null,
    last_call_id: call.id,
    updated_at: at,
  }),
  claimCall(call),
  takeSlot(control.id, {
    call_id: call.id,
    contact_id: enrolment.contact_id,
    generation: call.generation,
    claimed_at: at,
  }),
];

const operationsOf = (control: CampaignControl, step: Step, at: string): WriteOperation[] => {
  if ('claim' in step) return claimOperations(control, step.claim, at);
  if ('wait' in step) {
    return [moveEnrolment(step.wait.enrolment, { next_attempt_at: step.wait.until.toISOString(), updated_at: at })];
  }
  const { enrolment, reason } = step.skip;
  return [moveEnrolment(enrolment, { status: 'skipped', skip_reason: reason, next_attempt_at: null, updated_at: at })];
};

const enrolmentOf = (step: Step): EnrolmentRecord => {
  if ('claim' in step) return step.claim.enrolment;
  return 'skip' in step ? step.skip.enrolment : step.wait.enrolment;
};

const countsOf = (steps: Step[]): Partial<ContactCounts> => {
  const counts: Partial<ContactCounts> = {};
  const move = (status: keyof ContactCounts, difference: number): void => {
    counts[status] = (counts[status] ?? 0) + difference;
  };
  for (const step of steps) {
    if ('wait' in step) continue;
    move(enrolmentOf(step).status, -1);
    move('claim' in step ? 'dialing' : 'skipped', 1);
  }
  return counts;
};

const chunksOf = (plan: Plan): Step[][] => {
  const steps: Step[] = [
    ...plan.claims.map((claim) => ({ claim })),
    ...plan.skips.map((skip) => ({ skip })),
    ...plan.waits.map((wait) => ({ wait })),
  ];
  return Array.from({ length: Math.ceil(steps.length / CONTACTS_PER_TRANSACTION) }, (_, at) =>
    steps.slice(at * CONTACTS_PER_TRANSACTION, (at + 1) * CONTACTS_PER_TRANSACTION),
  );
};

export interface CarryOutOptions {
  /** Changes of the campaign that come with the first claims, or alone when there are none. */
  begin?: Partial<CampaignControl>;
  /** Receives the calls as they are claimed, also when a later transaction fails. */
  claimed?: CallRecord[];
}

/**
 * Carries out a plan: claims with their slots, skips and waits, a transaction for every few contacts, each on condition
 * that the campaign is as the plan saw it. Only then the dials go to the queue. A planner that lost the race gets
 * ConditionFailed and plans again; what its earlier transactions claimed stays claimed and is sent.
 */
export const claimPlanned = async (
  { table, dialQueue }: ClaimPorts,
  control: CampaignControl,
  plan: Plan,
  now: Date,
  { begin, claimed = [] }: CarryOutOptions = {},
): Promise<CampaignControl> => {
  const chunks = chunksOf(plan);
  if (begin && chunks.length === 0) chunks.push([]);
  const unsent: DialMessage[] = [];
  let current: CampaignControl = { ...control, ...begin };
  try {
    for (const [at, chunk] of chunks.entries()) {
      const calls = chunk.flatMap((step) => ('claim' in step ? [step.claim.call] : []));
      const changes = {
        ...(at === 0 && begin),
        claims_made: current.claims_made + calls.length,
        ...(current.calls_left !== null && { calls_left: current.calls_left - calls.length }),
      };
      await table.transact([
        changeControl(current, changes),
        ...moveCounts(control.id, countsOf(chunk)),
        ...chunk.flatMap((step) => operationsOf(control, step, now.toISOString())),
      ]);
      current = { ...current, ...changes, plan_version: current.plan_version + 1 };
      claimed.push(...calls);
      unsent.push(...calls.map(({ id, generation }) => ({ call_id: id, generation })));
    }
  } finally {
    await dialQueue.send(unsent);
  }
  return current;
};
