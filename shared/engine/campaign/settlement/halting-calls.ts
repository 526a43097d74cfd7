import { type DialWindow, noteDials } from '#shared/domain/campaign/breaker.ts';
import type { PauseKind } from '#shared/domain/campaign/pause-kind.ts';
import { transition } from '#shared/domain/campaign/status.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import type { CountsNotes } from '#shared/store/campaign/contact-counts.ts';

interface Verdict {
  /** The campaign's changes if it is to be halted, else none. */
  changes: Partial<CampaignControl>;
  /** Why it is halted. */
  pause?: PauseKind | undefined;
  /** What the counters note of the dials. */
  notes: Pick<CountsNotes, 'dials'>;
}

/** The carrier's words about a fault that every other dial would meet too. */
const faultIn = (calls: CallRecord[]): string | null => {
  const refusal = calls.find((call) => call.refusal?.is_fault)?.refusal;
  return refusal ? `The carrier does not accept calls: ${refusal.reason}` : null;
};

const byEnd = (one: CallRecord, other: CallRecord): number =>
  (one.ended_at ?? '').localeCompare(other.ended_at ?? '') || one.id.localeCompare(other.id);

/**
 * Whether calls that are settled halt their campaign: for a fault that is not the callee's, or because too many of the
 * latest dials failed. A call of an earlier run says nothing about this one; somebody may have mended its fault.
 */
export const judgeSettled = (
  control: CampaignControl,
  before: DialWindow | undefined,
  settled: CallRecord[],
  now: Date,
): Verdict => {
  const calls = settled.filter(({ claimed_in_run }) => claimed_in_run === control.runs);
  const ended = calls.filter(({ status }) => status === 'ended').sort(byEnd);
  // A newer run has begun since the campaign was read.
  if (ended.length > 0 && before && before.run > control.runs) return { changes: {}, notes: {} };
  const noted = ended.length > 0 ? noteDials(before, control.runs, ended) : undefined;
  const fault = faultIn(calls);
  const reason = fault ?? noted?.reason;
  const { changes } = reason ? transition(control, { type: 'halt', reason }, now) : {};
  const pause = changes && (fault === null ? 'calls_fail' : 'carrier_refuses');
  return { changes: changes ?? {}, pause, notes: noted ? { dials: { before, after: noted.window } } : {} };
};
