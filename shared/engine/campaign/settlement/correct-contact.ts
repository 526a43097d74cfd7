import { type ContactStatus, DUE_STATUSES, isCallableAgain } from '#shared/domain/campaign/contact-status.ts';
import { LATE_DETECTION_SECONDS, mayTurnVoicemail } from '#shared/domain/campaign/retry-policy.ts';
import { isRedialling } from '#shared/domain/campaign/status.ts';
import { secondsAfter } from '#shared/domain/time.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import type { EnrolmentRecord } from '#shared/store/campaign/enrolments.ts';
import { afterEnded, type ContactChanges, obeyCancel, retryPolicyOf } from './contact-after-call.ts';

const DUE: readonly ContactStatus[] = DUE_STATUSES;

/** These were decided by somebody else than the call. */
const DECIDED_OTHERWISE: readonly ContactStatus[] = ['skipped', 'cancelled'];

/** A campaign that is complete stays so: the contact gets its outcome, and no further attempt. */
const withoutRetry = (call: CallRecord, control: CampaignControl): CampaignControl =>
  control.status === 'completed' ? { ...control, max_attempts_per_contact: call.attempt ?? 1 } : control;

/**
 * The changes of a contact whose call was settled before its outcome became known or was corrected; null when there are
 * none. `enrolment` must be of this call's claim: a contact that was claimed or enrolled again is left alone.
 */
export const correctedContact = (
  enrolment: EnrolmentRecord,
  call: CallRecord,
  control: CampaignControl,
  now: Date,
): ContactChanges | null => {
  const { last_call_id, last_outcome, status } = enrolment;
  const isSettled = call.status === 'ended' && last_call_id === call.id && last_outcome !== null;
  if (!isSettled || last_outcome === call.outcome) return null;
  // Who talked is not called again, though a cancel came between the call and the news of its answer.
  const isCancelledWithList = status === 'cancelled' && !call.hang_up_requested_at;
  if (isCancelledWithList && call.outcome === 'answered') return { status: 'completed', last_outcome: 'answered' };
  if (DECIDED_OTHERWISE.includes(status)) return { last_outcome: call.outcome };
  const changes = obeyCancel(afterEnded(call, withoutRetry(call, control), now), control);
  // An open redial goes by status: moved from one unreached status to another, the contact could slip behind its place.
  const isAwaited = isRedialling(control) && isCallableAgain(status) && isCallableAgain(changes.status ?? status);
  return isAwaited ? { ...changes, status } : changes;
};

/** Whether a contact that was finished is due again; its campaign must not complete meanwhile. */
export const isReopened = (enrolment: EnrolmentRecord, { status = enrolment.status }: ContactChanges): boolean =>
  DUE.includes(status) && ![...DUE, 'dialing', 'in_progress'].includes(enrolment.status);

/**
 * Keeps the campaign from completing for a while if a late detection could make one of these calls one to be retried.
 */
export const awaitedAfter = (calls: CallRecord[], control: CampaignControl, now: Date) => {
  const policy = retryPolicyOf(control);
  const awaits = calls.some(({ outcome, answered_by, attempt, events }) => {
    const wasDetected =
      answered_by === 'human' || answered_by === 'machine' || events['call.machine_detection.ended'] !== undefined;
    return mayTurnVoicemail({ outcome, wasDetected, attempt: attempt ?? 1, policy });
  });
  return awaits ? { detection_awaited_until: secondsAfter(now, LATE_DETECTION_SECONDS).toISOString() } : {};
};
