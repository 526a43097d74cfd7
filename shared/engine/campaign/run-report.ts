import { callsLeft, explainDay } from '#shared/domain/account/dial-bounds.ts';
import { numberWaitWords } from '#shared/domain/call/number-dials.ts';
import { type CallWindow, isOpen, nextOpening } from '#shared/domain/campaign/call-window.ts';
import { hoursWaitWords, windowWaitWords } from '#shared/domain/campaign/callee-hours.ts';
import { explainSkip, explainWait, untilWords } from '#shared/domain/campaign/eligibility.ts';
import { plural } from '#shared/domain/plural.ts';
import type { AccountDay } from '#shared/engine/call/dialling/account-day.ts';
import type { DialBudget } from '#shared/engine/campaign/planning/dial-budget.ts';
import type { Plan, Wait } from '#shared/engine/campaign/planning/plan-dials.ts';
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

/** How many of the contacts that are due wait, and until when the first of them does. */
const waitsWords = ({ waits }: RunPlan): string => {
  const [first] = waits.toSorted((one, other) => one.until.getTime() - other.until.getTime());
  if (!first) return '';
  const until = untilWords(first.until, first.callee);
  return waits.length === 1
    ? ` 1 contact waits until ${until}.`
    : ` ${waits.length} contacts wait, the first until ${until}.`;
};

/** What a run comes to, in a few sentences. */
export const describeRun = (
  control: CampaignControl,
  plan: RunPlan,
  limits: DialLimits,
  { dryRun, now, calls }: { dryRun: boolean; now: Date; calls: number },
): string => {
  const window = callWindowOf(control);
  const skipped = plan.skips.length > 0 ? ` ${plural(plan.skips.length, 'contact')} cannot be called.` : '';
  if (window && !isOpen(window, now)) {
    const opening = nextOpening(window, now);
    const when = opening ? `it opens at ${opening.toISOString()}` : 'it never opens';
    const then = opening && !dryRun ? ', and dialling starts by itself' : '';
    return `${windowWords(window)}: ${when}${then}. PATCH /api/crm/campaigns/{id} changes it.${skipped}`;
  }
  if (plan.examined === 0) return 'No contact is due.';
  const rest = `${waitsWords(plan)}${skipped}`;
  if (plan.held) return `${plural(calls, 'call')} ${dryRun ? 'would be ' : ''}started. ${plan.held}${rest}`;
  const verb = dryRun ? 'would be started' : 'started';
  const more = plan.isShort && !dryRun ? ` ${roomWords(limits)}` : '';
  return `${plural(calls, 'call')} ${verb}.${more}${rest}`;
};

/** The bound of the day that the budget leaves no more of, in words. */
export const heldBy = (
  { calls, day: { bounds, usage }, dayReached: reached }: DialBudget,
  now: Date,
): string | null => {
  if (reached !== null) return explainDay(reached, bounds, now);
  return calls === callsLeft(bounds, usage) ? explainDay('daily_calls', bounds, now) : null;
};

/** Why a contact waits. */
const waitWords = (
  { rule }: Wait,
  window: CallWindow | null,
  { settings, callingHours }: AccountDay,
): string | null => {
  const bound = settings.max_calls_per_number_per_day;
  if (rule === 'number_daily_calls') return bound === null ? null : numberWaitWords(bound);
  if (rule === 'calling_hours') return callingHours && hoursWaitWords(callingHours);
  return window && windowWaitWords(window);
};

const explainWaits = ({ waits, budget: { day } }: RunPlan, window: CallWindow | null): string[] =>
  waits.flatMap((wait) => {
    const words = waitWords(wait, window, day);
    const until = untilWords(wait.until, wait.callee);
    return words === null ? [] : [explainWait(wait.enrolment.contact_id, wait.contactName, until, words)];
  });

/** Why contacts cannot be called, a sentence for each. */
export const explainContacts = (control: CampaignControl, plan: RunPlan): string[] => [
  ...plan.skips.map(({ enrolment, contactName, words }) => explainSkip(enrolment.contact_id, contactName, words)),
  ...explainWaits(plan, callWindowOf(control)),
];
