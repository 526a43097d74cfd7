import { DAY_COUNTERS } from '#shared/domain/account/day-portions.ts';
import { subjectOf } from '#shared/domain/call/subject.ts';
import type { ContactCounts } from '#shared/domain/campaign/contact-status.ts';
import { isSettingsWait } from '#shared/domain/campaign/waiting.ts';
import { chunked, sumFields } from '#shared/domain/lists.ts';
import type { AccountDay } from '#shared/engine/call/dialling/account-day.ts';
import { claimMessage } from '#shared/engine/call/dialling/claim-message.ts';
import { OPERATIONS_FOR_CONTACTS } from '#shared/engine/campaign/campaign-counts.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { dialingUnchanged } from '#shared/store/account/dialing-settings.ts';
import { claimCall } from '#shared/store/call/call-changes.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { type CampaignControl, changeControl } from '#shared/store/campaign/campaigns.ts';
import { moveCounts } from '#shared/store/campaign/contact-counts.ts';
import { moveEnrolment } from '#shared/store/campaign/enrolments.ts';
import { accountPool, connectionPool, takeCallPermit } from '#shared/store/limits/call-permits.ts';
import { countDials } from '#shared/store/limits/daily-usage.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';
import type { Claim, Plan, Skip, Wait } from './plan-dials.ts';

/** Enrolment, call, and the permits of account and connection. */
const OPERATIONS_PER_CLAIM = 4;
/** The counters of the account's day, and its settings. */
const OPERATIONS_BESIDE = DAY_COUNTERS + 1;
const CONTACTS_PER_TRANSACTION = Math.floor((OPERATIONS_FOR_CONTACTS - OPERATIONS_BESIDE) / OPERATIONS_PER_CLAIM);

export type ClaimPorts = Needs<'table' | 'dialQueue' | 'clock' | 'limits' | 'log'>;

type Step = { claim: Claim } | { skip: Skip } | { wait: Wait };

const permitOperations = (control: CampaignControl, { id, generation, ...call }: CallRecord): WriteOperation[] => {
  const taken = (holder: string) => ({ call_id: id, generation, holder });
  return [
    ...(call.channel === null
      ? []
      : [takeCallPermit(accountPool(control.account_id), call.channel, taken(control.id))]),
    ...(call.connection_channel === null
      ? []
      : [takeCallPermit(connectionPool, call.connection_channel, taken(control.account_id))]),
  ];
};

const claimOperations = (control: CampaignControl, { enrolment, call }: Claim, at: string): WriteOperation[] => [
  moveEnrolment(enrolment, {
    status: 'dialing',
    generation: call.generation,
    next_attempt_at: null,
    last_call_id: call.id,
    updated_at: at,
  }),
  claimCall({ ...call, claimed_in_run: control.runs }),
  ...permitOperations(control, call),
];

const operationsOf = (control: CampaignControl, step: Step, at: string): WriteOperation[] => {
  if ('claim' in step) return claimOperations(control, step.claim, at);
  if ('wait' in step) {
    const { enrolment, until, rule } = step.wait;
    return [moveEnrolment(enrolment, { next_attempt_at: until.toISOString(), waits_for: rule, updated_at: at })];
  }
  const { enrolment, reason } = step.skip;
  return [moveEnrolment(enrolment, { status: 'skipped', skip_reason: reason, next_attempt_at: null, updated_at: at })];
};

const countsOf = (steps: Step[]): Partial<ContactCounts> =>
  sumFields(
    steps.flatMap((step): Partial<ContactCounts>[] => {
      if ('wait' in step) return [];
      const { status } = 'claim' in step ? step.claim.enrolment : step.skip.enrolment;
      return [{ [status]: -1 }, { ['claim' in step ? 'dialing' : 'skipped']: 1 }];
    }),
  );

const chunksOf = (plan: Plan): Step[][] => {
  const steps: Step[] = [
    ...plan.claims.map((claim) => ({ claim })),
    ...plan.skips.map((skip) => ({ skip })),
    ...plan.waits.map((wait) => ({ wait })),
  ];
  return chunked(steps, CONTACTS_PER_TRANSACTION);
};

/** Each message comes when its dial has its place in the rate, to the half second. */
const sendClaims = async ({ dialQueue, clock }: ClaimPorts, calls: CallRecord[]): Promise<void> => {
  const nowSeconds = clock().getTime() / 1000;
  const delayOf = ({ dial_second }: CallRecord): number => Math.max(0, Math.round((dial_second ?? 0) - nowSeconds));
  for (const delaySeconds of [...new Set(calls.map(delayOf))]) {
    const messages = calls.filter((call) => delayOf(call) === delaySeconds).map(claimMessage);
    await dialQueue.send(messages, delaySeconds > 0 ? { delaySeconds } : {});
  }
};

/** Nobody waits for settings that were changed meanwhile: whoever changes them wakes those who wait by then. */
const boundsHold = (control: CampaignControl, { settings }: AccountDay, chunk: Step[]): WriteOperation[] =>
  chunk.some((step) => 'wait' in step && isSettingsWait(step.wait.rule))
    ? [dialingUnchanged(control.account_id, settings)]
    : [];

/** Carries out a plan; tells of the claims of each transaction as soon as they are made. */
const makeClaims = async (
  ports: ClaimPorts,
  control: CampaignControl,
  plan: Plan,
  day: AccountDay,
  onClaimed: (calls: CallRecord[]) => void,
): Promise<CampaignControl> => {
  const { table, clock, limits } = ports;
  const permits_within = Math.max(control.permits_within, limits.maxConcurrentCallsPerAccount);
  let current = control;
  for (const chunk of chunksOf(plan)) {
    const calls = chunk.flatMap((step) => ('claim' in step ? [step.claim.call] : []));
    const { claims_made, calls_left } = current;
    const { operation, after } = changeControl(current, {
      claims_made: claims_made + calls.length,
      ...(permits_within > current.permits_within && { permits_within }),
      ...(calls_left !== null && { calls_left: calls_left - calls.length }),
    });
    const now = clock().toISOString();
    await table.transact([
      operation,
      ...moveCounts(control.id, countsOf(chunk)),
      ...countDials(
        control.account_id,
        calls.flatMap(({ day_dial }) => day_dial ?? []),
        day.portions,
      ),
      ...boundsHold(control, day, chunk),
      ...chunk.flatMap((step) => operationsOf(after, step, now)),
    ]);
    current = after;
    onClaimed(calls);
  }
  return current;
};

/**
 * Carries out a plan in several transactions, each on condition that the campaign is still as planned, and queues the
 * dials of each beside the next. `claimed` collects the calls. Claims of earlier transactions stand even if a later one
 * fails; those whose dials a crash leaves unqueued are released at their deadline.
 * @throws ConditionFailed when another planner was faster; plan again.
 */
export const claimPlanned = async (
  ports: ClaimPorts,
  control: CampaignControl,
  plan: Plan,
  day: AccountDay,
  claimed: CallRecord[],
): Promise<CampaignControl> => {
  const sends: Promise<void>[] = [];
  const onClaimed = (calls: CallRecord[]): void => {
    claimed.push(...calls);
    for (const call of calls) ports.log.info('A contact was claimed for a call.', subjectOf(call));
    sends.push(sendClaims(ports, calls));
    // A failure is thrown once every transaction is done.
    sends.at(-1)?.catch(() => undefined);
  };
  try {
    return await makeClaims(ports, control, plan, day, onClaimed);
  } finally {
    await Promise.all(sends);
  }
};
