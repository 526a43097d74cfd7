import { callsLeft, explainDay } from '#shared/domain/account/dial-bounds.ts';
import { explainNumberWait } from '#shared/domain/call/number-dials.ts';
import { type CallWindow, isOpen, nextOpening } from '#shared/domain/campaign/call-window.ts';
import { explainHoursWait, explainSkip } from '#shared/domain/campaign/eligibility.ts';
import { plural } from '#shared/domain/plural.ts';
import type { DialBudget } from '#shared/engine/campaign/planning/dial-budget.ts';
import type { Plan } from '#shared/engine/campaign/planning/plan-dials.ts';
import type { DialLimits } from '#shared/ports/dial-limits.ts';
import { type CampaignControl, callWindowOf } from '#shared/store/campaign/campaigns.ts';

/** What people read of a run: which rule holds whom back, what it is set to, and who may change it. */

/** A plan within the budget. */
export interface RunPlan extends Plan {
  budget: DialBudget;
  /** More is due than there is room for. */
  isShort: boolean;
  /** Why the account's day has no room for everybody who is due, in words; null where it has. */
  held: string | null;
}

const windowWords = ({ start, end, timezone }: CallWindow): string =>
  `Outside the campaign's call window, ${start} to ${end} in ${timezone}`;

const roomWords = ({ maxConcurrentCallsPerAccount: calls, maxDialsPerSecond: dials }: DialLimits): string =>
  `More start by themselves when there is room: the account may have ${plural(calls, 'live call')} and ` +
  `${plural(dials, 'dial')} a second over all its campaigns, and shares the carrier's connection with others; the ` +
  'operator of the service sets these limits.';

/** What a run comes to, in a sentence or three. */
export const describeRun = (
  control: CampaignControl,
  plan: RunPlan,
  limits: DialLimits,
  { dryRun, now, calls }: { dryRun: boolean; now: Date; calls: number },
): string => {
  const window = callWindowOf(control);
  const skipped = plan.skips.length > 0 ? ` ${plural(plan.skips.length, 'contact')} cannot be called.` : '';
  if (window && !isOpen(window, null, now)) {
    const opening = nextOpening(window, null, now);
    const when = opening ? `it opens at ${opening.toISOString()}` : 'it never opens';
    const then = opening && !dryRun ? ', and dialling starts by itself' : '';
    return `${windowWords(window)}: ${when}${then}. PATCH /api/crm/campaigns/{id} changes it.${skipped}`;
  }
  if (plan.examined === 0) return 'No contact is due.';
  if (plan.held) return `${plural(calls, 'call')} ${dryRun ? 'would be ' : ''}started. ${plan.held}${skipped}`;
  const verb = dryRun ? 'would be started' : 'started';
  const more = plan.isShort && !dryRun ? ` ${roomWords(limits)}` : '';
  return `${plural(calls, 'call')} ${verb}.${more}${skipped}`;
};

/** The bound of the day that the budget leaves no more of, in words. */
export const heldBy = (
  { calls, day: { bounds, usage }, dayReached: reached }: DialBudget,
  now: Date,
): string | null => {
  if (reached !== null) return explainDay(reached, bounds, now);
  return calls === callsLeft(bounds, usage) ? explainDay('daily_calls', bounds, now) : null;
};

const explainWaits = ({ waits, budget: { day } }: RunPlan): string[] => {
  const bound = day.settings.max_calls_per_number_per_day;
  return waits.flatMap(({ rule, enrolment: { contact_id: id }, contactName, until }) => {
    if (rule === 'number_daily_calls' && bound !== null) return [explainNumberWait(id, contactName, bound, until)];
    if (rule === 'calling_hours' && day.callingHours)
      return [explainHoursWait(id, contactName, day.callingHours, until)];
    return [];
  });
};

/** Why contacts cannot be called, a sentence for each. */
export const explainContacts = (plan: RunPlan): string[] => [
  ...plan.skips.map(({ enrolment, contactName, words }) => explainSkip(enrolment.contact_id, contactName, words)),
  ...explainWaits(plan),
];
