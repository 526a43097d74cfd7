import {
  CALLABLE_AGAIN_STATUSES,
  type ContactCounts,
  isCallableAgain,
} from '#shared/domain/campaign/contact-status.ts';
import { NO_OPEN_REDIAL } from '#shared/domain/campaign/status.ts';
import { endedSort, keys } from '#shared/store/keys.ts';
import { type CheckOperation, equals, type UpdateOperation } from '#shared/store/table/table.ts';
import type { CampaignControl } from './campaigns.ts';
import type { EnrolmentRecord } from './enrolments.ts';

/** Notes a redial beside the counters, if they still say what was read: so it is known who ended before it. */
export const noteRedial = (campaignId: string, redials: number, read: ContactCounts): UpdateOperation => ({
  update: keys.campaignCounts(campaignId),
  set: { redials },
  when: CALLABLE_AGAIN_STATUSES.map((status) => equals(status, read[status])),
});

/** Carries a redial on to the next place, or ends it; fails if somebody else has been faster. */
export const moveRedial = (
  { id, redials, redial_place }: CampaignControl,
  next: string | null,
  reopened: number,
): UpdateOperation => ({
  update: keys.campaignControl(id),
  ...(next === null ? { set: NO_OPEN_REDIAL } : { set: { redial_place: next }, add: { redial_left: -reopened } }),
  when: [equals('redials', redials), equals('redial_place', redial_place)],
});

/** Takes a contact that is removed from the campaign out of what an open redial has left, if it has it left. */
export const leaveRedial = (
  { id, redials, redial_place }: CampaignControl,
  { status, contact_id, redials_at_end }: EnrolmentRecord,
): UpdateOperation[] => {
  const isLeft =
    redial_place !== null &&
    isCallableAgain(status) &&
    redials_at_end < redials &&
    endedSort(status, contact_id) > redial_place;
  const when = [equals('redials', redials), equals('redial_place', redial_place)];
  return isLeft ? [{ update: keys.campaignControl(id), add: { redial_left: -1 }, when }] : [];
};

/** Holds while a campaign is cancelled and was not redialled since it was read. */
export const stillCancelled = ({ id, redials }: CampaignControl): CheckOperation => ({
  check: keys.campaignControl(id),
  when: [equals('status', 'cancelled'), equals('redials', redials)],
});
