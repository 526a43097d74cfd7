import { isInvalidNumber } from '#shared/domain/call/lifecycle.ts';
import { nextOpeningFor } from '#shared/domain/campaign/callee-hours.ts';
import { type ContactStatus, isOpen, isWaiting } from '#shared/domain/campaign/contact-status.ts';
import { afterAttempt, backoffSeconds, NO_COMMON_CALL_WINDOW } from '#shared/domain/campaign/retry-policy.ts';
import { secondsAfter } from '#shared/domain/time.ts';
import { type CallRecord, clockOfCallee } from '#shared/store/call/calls.ts';
import { type CampaignControl, callWindowOf } from '#shared/store/campaign/campaigns.ts';
import type { EnrolmentRecord } from '#shared/store/campaign/enrolments.ts';

/** Pause before another try while the callee lock is held by another call. */
const NUMBER_BUSY_RETRY_SECONDS = 30;

/** After so many refusals for a limit in a row, a contact lets the others pass: perhaps its number alone is refused. */
const REFUSALS_IN_FRONT = 8;

export type ContactChanges = Partial<EnrolmentRecord>;
type Changes = ContactChanges;

const dueAt = (at: Date): Changes => ({ status: 'queued', next_attempt_at: at.toISOString() });

const skipped = (reason: string): Changes => ({ status: 'skipped', skip_reason: reason, next_attempt_at: null });

/** A released claim spends no attempt: the contact is due again now or later, or is skipped for good. */
const afterReleasedClaim = (
  enrolment: EnrolmentRecord,
  call: CallRecord,
  control: CampaignControl,
  now: Date,
): Changes => {
  switch (call.not_dialed_reason) {
    case 'contact_gone':
    case 'missing_phone':
    case 'do_not_call':
    case 'destination_not_allowed':
      return skipped(call.not_dialed_reason);
    case 'cancelled':
      return CANCELLED;
    case 'outside_window': {
      const opening = nextOpeningFor(callWindowOf(control), clockOfCallee(call), now);
      return opening ? { ...dueAt(opening), waits_for: 'call_window' } : skipped(NO_COMMON_CALL_WINDOW);
    }
    case 'number_busy':
      return dueAt(secondsAfter(now, NUMBER_BUSY_RETRY_SECONDS));
    // Whatever waits for people is due at once when they are done: the campaign dials nobody until then.
    case 'campaign_stopped':
    case 'calls_stopped':
    case 'not_accepted':
    case 'caller_id_gone':
    // The campaign itself waits for the account's next day.
    case 'daily_calls':
    case 'daily_spend':
      return dueAt(now);
    case 'rate_limited': {
      // The connection pauses, not the contact: it keeps its place, a moment before those that were added with it.
      const deferrals = enrolment.deferrals + 1;
      const isInTheWay = deferrals % REFUSALS_IN_FRONT === 0;
      return { ...dueAt(isInTheWay ? now : secondsAfter(enrolment.enrolled_at, -1)), deferrals };
    }
    // A number that has had its dials among them: the plan says until when, by the bound that holds by then.
    default: {
      const deferrals = enrolment.deferrals + 1;
      return { ...dueAt(secondsAfter(now, backoffSeconds(deferrals))), deferrals };
    }
  }
};

export const retryPolicyOf = (control: CampaignControl) => ({
  maxAttempts: control.max_attempts_per_contact,
  retryDelayMinutes: control.retry_delay_minutes,
  retryOnVoicemail: control.retry_on_voicemail,
});

export const CANCELLED = {
  status: 'cancelled' as const,
  next_attempt_at: null,
  waits_for: null,
  paused_until: null,
  skip_reason: null,
} satisfies Changes;

export const afterEnded = (call: CallRecord, control: CampaignControl, now: Date): Changes => {
  const outcome = call.outcome ?? 'unknown';
  const endedAt = new Date(call.ended_at ?? now);
  const decision = afterAttempt({
    outcome,
    invalidNumber: isInvalidNumber(call.ended_reason),
    attempt: call.attempt ?? 1,
    policy: retryPolicyOf(control),
    window: callWindowOf(control),
    callee: clockOfCallee(call),
    endedAt,
  });
  const due = decision.next_attempt_at;
  const pauseEnds = secondsAfter(endedAt, control.retry_delay_minutes * 60);
  const isForWindow = due !== null && due > pauseEnds;
  return {
    status: decision.status,
    next_attempt_at: due?.toISOString() ?? null,
    waits_for: isForWindow ? 'call_window' : null,
    paused_until: isForWindow ? pauseEnds.toISOString() : null,
    skip_reason: decision.skipReason ?? null,
    last_outcome: outcome,
    attempts: call.attempt ?? 1,
    deferrals: 0,
    // Whoever had the call hung up wants no other.
    ...(call.hang_up_requested_at && CANCELLED),
  };
};

/** In a cancelled campaign, a contact that would wait for another dial is cancelled instead. */
export const obeyCancel = (changes: Changes, control: CampaignControl): Changes =>
  control.status === 'cancelled' && isWaiting(changes.status)
    ? { ...changes, status: 'cancelled', next_attempt_at: null }
    : changes;

/** A stray call's attempt is counted, though its contact was skipped or cancelled before anybody knew of it. */
const counted = (enrolment: EnrolmentRecord, call: CallRecord): Changes | null => {
  const attempts = call.attempt ?? 1;
  return enrolment.attempts < attempts ? { attempts, last_outcome: call.outcome } : null;
};

const isDialed = (call: CallRecord): boolean => call.status === 'ringing' || call.status === 'in_progress';

/** The changes of a contact that follow from its call; null when there are none. */
export const contactAfterCall = (
  enrolment: EnrolmentRecord,
  call: CallRecord,
  control: CampaignControl,
  now: Date,
): Changes | null => {
  if (!isOpen(enrolment.status)) return call.status === 'ended' ? counted(enrolment, call) : null;
  if (call.status === 'cancelled') return CANCELLED;
  if (call.status === 'not_dialed') return obeyCancel(afterReleasedClaim(enrolment, call, control, now), control);
  if (call.status === 'ended') return obeyCancel(afterEnded(call, control, now), control);
  if (!isDialed(call)) return null;
  const status: ContactStatus = call.status === 'in_progress' ? 'in_progress' : enrolment.status;
  const attempts = call.attempt ?? 1;
  return status === enrolment.status && attempts === enrolment.attempts ? null : { status, attempts };
};
