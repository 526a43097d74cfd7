import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignMessage } from '#shared/schemas/messages.ts';
import { readWaitingFor } from '#shared/store/campaign/enrolment-reads.ts';
import { moveEnrolment } from '#shared/store/campaign/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { MAX_TRANSACTION_OPERATIONS } from '#shared/store/table/table.ts';

/**
 * Makes contacts due that wait for their number's dials to grow old, and have since before the bound was widened; the
 * plan judges them by the bound that holds by then. The campaign is woken again for those after the first hundred.
 */
export const wakeNumberWaits = async (
  { table, campaignQueue, clock }: Needs<'table' | 'campaignQueue' | 'clock'>,
  { campaign_id, widened }: CampaignMessage,
): Promise<void> => {
  if (!widened) return;
  const next = await retryingLostRaces(table, async () => {
    const now = clock().toISOString();
    const place = { after: widened.place ?? now, limit: MAX_TRANSACTION_OPERATIONS };
    const waiting = await readWaitingFor(table, campaign_id, 'number_daily_calls', place);
    const held = waiting.enrolments.filter(({ updated_at }) => updated_at < widened.at);
    if (held.length > 0)
      await table.transact(held.map((each) => moveEnrolment(each, { next_attempt_at: now, updated_at: now })));
    return waiting.next;
  });
  if (next !== null)
    await campaignQueue.send([{ campaign_id, reason: 'widened', widened: { at: widened.at, place: next } }]);
};
