import { isAnswered } from '#shared/domain/call/lifecycle.ts';
import { secondsAfter } from '#shared/domain/time.ts';
import { CONCLUDED } from './extra-events.ts';

/** Longer than the queue of ended calls tries to conclude one: by then nobody does any more. */
export const CONCLUSION_AWAITED_SECONDS = 75 * 60;

interface ConcludableCall {
  campaign_id: string | null;
  status: string;
  answered_at: string | null;
  answered_by: string | null;
  assistant_id: string | null;
  concluded_at: string | null;
}

/** A cancelled contact may be claimed again, under the same id; a single call that was cancelled is over. */
const isOver = ({ status, campaign_id }: ConcludableCall): boolean =>
  status === 'ended' || (status === 'cancelled' && campaign_id === null);

/**
 * What a call's state says of its conclusion to somebody who was told of `announced`: nothing yet, or nothing new; that
 * there is no more to come; or that transcript and findings are awaited until a time. Told once, so a late correction
 * of the outcome is not.
 */
export const conclusionNews = (
  call: ConcludableCall,
  announced: readonly string[],
  now: Date,
): null | 'concluded' | { awaitedUntil: Date } => {
  if (!isOver(call) || announced.includes(CONCLUDED)) return null;
  const isAwaited = isAnswered(call) && call.assistant_id !== null && call.concluded_at === null;
  return isAwaited ? { awaitedUntil: secondsAfter(now, CONCLUSION_AWAITED_SECONDS) } : 'concluded';
};
