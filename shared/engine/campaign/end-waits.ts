import { chunked } from '#shared/domain/lists.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignMessage } from '#shared/schemas/messages.ts';
import { readWaitingFor } from '#shared/store/campaign/enrolment-reads.ts';
import { moveEnrolment } from '#shared/store/campaign/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { MAX_TRANSACTION_OPERATIONS } from '#shared/store/table/table.ts';

/**
 * Makes contacts due that wait for the account's settings, after these were changed; the plan judges them by what holds
 * by then. The campaign is woken again for those after the first portion.
 */
export const endWaits = async (
  { table, campaignQueue, clock }: Needs<'table' | 'campaignQueue' | 'clock'>,
  { campaign_id, widened }: CampaignMessage,
): Promise<void> => {
  if (!widened) return;
  const next = await retryingLostRaces(table, async () => {
    const now = clock().toISOString();
    const after = widened.place ?? now;
    const { enrolments, next } = await readWaitingFor(table, campaign_id, widened.rules, after);
    for (const some of chunked(enrolments, MAX_TRANSACTION_OPERATIONS))
      await table.transact(some.map((each) => moveEnrolment(each, { next_attempt_at: now, updated_at: now })));
    return next;
  });
  if (next !== null)
    await campaignQueue.send([{ campaign_id, reason: 'widened', widened: { ...widened, place: next } }]);
};
