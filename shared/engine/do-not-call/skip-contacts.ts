import { DUE_STATUSES } from '#shared/domain/campaign/contact-status.ts';
import type { SkipReason } from '#shared/domain/campaign/eligibility.ts';
import { chunked } from '#shared/domain/lists.ts';
import { countsMoving } from '#shared/engine/campaign/campaign-counts.ts';
import { moveCounts } from '#shared/store/campaign/contact-counts.ts';
import { campaignsOf, type EnrolmentRecord, getEnrolments, moveEnrolment } from '#shared/store/campaign/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { Contended, MAX_TRANSACTION_OPERATIONS, type TableWriter } from '#shared/store/table/table.ts';

/** All of a transaction but the counters. */
export const ENROLMENTS_PER_TRANSACTION = MAX_TRANSACTION_OPERATIONS - 1;
/** Campaigns in which contacts are skipped side by side. */
const PARALLEL_CAMPAIGNS = 5;

const isWaiting = (enrolment: EnrolmentRecord): boolean =>
  (DUE_STATUSES as readonly string[]).includes(enrolment.status);

interface Place {
  campaignId: string;
  contactId: string;
}

const skipOf = (reason: SkipReason, now: Date) => ({
  status: 'skipped' as const,
  skip_reason: reason,
  next_attempt_at: null,
  updated_at: now.toISOString(),
});

const skipTogether = (table: TableWriter, campaignId: string, places: Place[], changes: ReturnType<typeof skipOf>) =>
  retryingLostRaces(table, async () => {
    const found = (await getEnrolments(table, places)).filter((enrolment) => enrolment !== undefined);
    const waiting = found.filter(isWaiting);
    if (waiting.length === 0) return;
    await table.transact([
      ...moveCounts(campaignId, countsMoving(waiting.map((enrolment) => ({ enrolment, changes })))),
      ...waiting.map((enrolment) => moveEnrolment(enrolment, changes)),
    ]);
  });

/** Whom it leaves after every lost race, the campaign's plan skips when they are due. */
const skipIn = async (table: TableWriter, campaignId: string, places: Place[], reason: SkipReason, now: Date) => {
  for (const some of chunked(places, ENROLMENTS_PER_TRANSACTION)) {
    try {
      await skipTogether(table, campaignId, some, skipOf(reason, now));
    } catch (error) {
      if (!(error instanceof Contended)) throw error;
    }
  }
};

/**
 * Skips contacts in every campaign where they wait. Returns all their campaigns, and in how many places it looked. A
 * claim already made is stopped by its last check before the dial.
 */
export const skipEverywhere = async (
  table: TableWriter,
  contactIds: string[],
  reason: SkipReason,
  now: Date,
): Promise<{ campaignIds: string[]; looked: number }> => {
  const placesOf = async (contactId: string): Promise<Place[]> =>
    (await campaignsOf(table, contactId)).map((campaignId) => ({ campaignId, contactId }));
  const places = (await Promise.all(contactIds.map(placesOf))).flat();
  const byCampaign = [...Map.groupBy(places, ({ campaignId }) => campaignId)];
  for (const some of chunked(byCampaign, PARALLEL_CAMPAIGNS)) {
    await Promise.all(some.map(([campaignId, ofCampaign]) => skipIn(table, campaignId, ofCampaign, reason, now)));
  }
  return { campaignIds: byCampaign.map(([campaignId]) => campaignId), looked: contactIds.length + places.length };
};
