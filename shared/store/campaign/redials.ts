import {
  CALLABLE_AGAIN_STATUSES,
  type ContactCounts,
  DUE_STATUSES,
  isCallableAgain,
} from '#shared/domain/campaign/contact-status.ts';
import { NO_OPEN_REDIAL } from '#shared/domain/campaign/status.ts';
import { endedSort, keys } from '#shared/store/keys.ts';
import { type CheckOperation, equals, type UpdateOperation } from '#shared/store/table/table.ts';
import type { CampaignControl } from './campaigns.ts';
import type { EnrolmentRecord } from './enrolments.ts';

/**
 * Notes a redial beside the counters, if whoever it counts is as they were read: so it is known who ended before it.
 */
export const noteRedial = ({ id, status }: CampaignControl, redials: number, read: ContactCounts): UpdateOperation => {
  const counted = status === 'cancelled' ? [...CALLABLE_AGAIN_STATUSES, ...DUE_STATUSES] : CALLABLE_AGAIN_STATUSES;
  return {
    update: keys.campaignCounts(id),
    set: { redials },
    when: counted.map((each) => equals(each, read[each])),
  };
};

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

/** Whether an open redial has yet to come to the contact. */
export const isAhead = ({ redial_place }: CampaignControl, { status, contact_id }: EnrolmentRecord): boolean =>
  redial_place !== null && endedSort(status, contact_id) > redial_place;

/** Whether an open redial has yet to reopen the contact. */
export const isPromised = (control: CampaignControl, enrolment: EnrolmentRecord): boolean =>
  isCallableAgain(enrolment.status) && enrolment.redials_at_end < control.redials && isAhead(control, enrolment);

/** Takes contacts out of what an open redial has left, with the other changes of the campaign's control. */
export const leaveRedial = (
  { id, redials, redial_place }: CampaignControl,
  contacts: number,
  beside: UpdateOperation = { update: keys.campaignControl(id) },
): UpdateOperation => ({
  ...beside,
  add: { redial_left: -contacts },
  when: [...(beside.when ?? []), equals('redials', redials), equals('redial_place', redial_place)],
});

/** Holds while a campaign is cancelled and was not redialled since it was read. */
export const stillCancelled = ({ id, redials }: CampaignControl): CheckOperation => ({
  check: keys.campaignControl(id),
  when: [equals('status', 'cancelled'), equals('redials', redials)],
});
