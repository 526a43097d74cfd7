import { isOpen, isWaiting } from '#shared/domain/campaign/contact-status.ts';
import { chunked } from '#shared/domain/lists.ts';
import { countsBetween } from '#shared/engine/campaign/campaign-counts.ts';
import { CANCELLED } from '#shared/engine/campaign/settlement/contact-after-call.ts';
import { tellCampaigns } from '#shared/engine/do-not-call/exclude-contact.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { controlKey } from '#shared/store/campaign/campaigns.ts';
import { moveCounts } from '#shared/store/campaign/contact-counts.ts';
import { campaignsOf, type EnrolmentRecord, enrolmentKey, moveEnrolment } from '#shared/store/campaign/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { readTogether } from '#shared/store/table/records.ts';

/** Campaigns that are left side by side. */
const PARALLEL_CAMPAIGNS = 5;

interface Leaving {
  contact_id: string;
  /** Since when the contact is gone, ISO 8601. */
  requested_at: string;
}

/** For these a plan or a dial skips whoever was erased, before we come. */
const SKIPPED_AS_ERASED: readonly unknown[] = ['contact_gone', 'do_not_call'];

/** What ended before the erasure stays as it ended. */
const isToBeCancelled = ({ status, skip_reason, updated_at }: EnrolmentRecord, since: string): boolean =>
  isWaiting(status) || (status === 'skipped' && SKIPPED_AS_ERASED.includes(skip_reason) && updated_at >= since);

type LeavePorts = Needs<'table' | 'campaignQueue' | 'clock'>;

const leaveOne = ({ table, clock }: LeavePorts, campaignId: string, leaving: Leaving): Promise<boolean> =>
  retryingLostRaces(table, async () => {
    const { enrolment, control } = await readTogether(table, {
      enrolment: enrolmentKey(campaignId, leaving.contact_id),
      control: controlKey(campaignId),
    });
    if (!enrolment || !control) return true;
    if (!isToBeCancelled(enrolment, leaving.requested_at)) return !isOpen(enrolment.status);
    const { redials } = control;
    // A redial that is open already passes over whoever leaves now.
    const changes = { ...CANCELLED, redials_at_end: redials, updated_at: clock().toISOString() };
    await table.transact([
      ...moveCounts(campaignId, countsBetween(enrolment, changes), { redials }),
      moveEnrolment(enrolment, changes),
    ]);
    return true;
  });

/**
 * Cancels an erased contact in every campaign where it waits. False while a campaign has still to settle a call of it:
 * then it may wait there once more.
 */
export const leaveCampaigns = async (ports: LeavePorts, leaving: Leaving): Promise<boolean> => {
  const campaignIds = await campaignsOf(ports.table, leaving.contact_id);
  const left: boolean[] = [];
  for (const some of chunked(campaignIds, PARALLEL_CAMPAIGNS)) {
    left.push(...(await Promise.all(some.map((campaignId) => leaveOne(ports, campaignId, leaving)))));
  }
  await tellCampaigns(ports, campaignIds);
  return left.every((hasLeft) => hasLeft);
};
