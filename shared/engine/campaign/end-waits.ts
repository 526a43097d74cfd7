import { chunked } from '#shared/domain/lists.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignMessage } from '#shared/schemas/messages.ts';
import { readWaitingFor } from '#shared/store/campaign/enrolment-reads.ts';
import { campaignsOf, type EnrolmentRecord, getEnrolments, moveEnrolment } from '#shared/store/campaign/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { MAX_TRANSACTION_OPERATIONS } from '#shared/store/table/table.ts';

/** A contact that waits no longer for a rule is due at once, or when the pause after its attempt ends. */
const ended = ({ paused_until }: EnrolmentRecord, now: string): Partial<EnrolmentRecord> => ({
  next_attempt_at: paused_until && paused_until > now ? paused_until : now,
  updated_at: now,
});

/**
 * Makes contacts due that wait for the account's settings or the campaign's window, after these were changed; the plan
 * judges them by what holds by then. The campaign is woken again for those after the first portion.
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
      await table.transact(some.map((each) => moveEnrolment(each, ended(each, now))));
    return next;
  });
  if (next !== null)
    await campaignQueue.send([{ campaign_id, reason: 'widened', widened: { ...widened, place: next } }]);
};

/**
 * Makes a contact due in every campaign where it waits for a rule, for its hours or its number, after what tells whose
 * time it is, or the number, was changed. A plan that has read the contact before may still let it wait as long as then.
 */
export const endWaitsOf = async (
  { table, campaignQueue, clock }: Needs<'table' | 'campaignQueue' | 'clock'>,
  contactId: string,
): Promise<void> => {
  const campaignIds = await campaignsOf(table, contactId);
  const endIn = (campaignId: string): Promise<boolean> =>
    retryingLostRaces(table, async () => {
      const [enrolment] = await getEnrolments(table, [{ campaignId, contactId }]);
      if (!enrolment || enrolment.next_attempt_at === null || !enrolment.waits_for) return false;
      await table.write(moveEnrolment(enrolment, ended(enrolment, clock().toISOString())));
      return true;
    });
  for (const campaign_id of campaignIds)
    if (await endIn(campaign_id)) await campaignQueue.send([{ campaign_id, reason: 'change' }]);
};
