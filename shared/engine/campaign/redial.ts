import { CALLABLE_AGAIN_STATUSES } from '#shared/domain/campaign/contact-status.ts';
import { derivedId } from '#shared/domain/ids.ts';
import { chunked, sumFields } from '#shared/domain/lists.ts';
import { changeControl, getControl, loadControl, moveCounts } from '#shared/store/campaign/campaigns.ts';
import {
  type EnrolmentRecord,
  getEnrolments,
  newEnrolment,
  readInStatuses,
  reopenEnrolment,
} from '#shared/store/campaign/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { countsLeaving, OPERATIONS_FOR_CONTACTS } from './campaign-counts.ts';
import { giveCommand, refuseUnlessAllowed } from './give-command.ts';

const isUnchanged = (current: EnrolmentRecord | undefined, before: EnrolmentRecord): boolean =>
  current?.enrolment_id === before.enrolment_id && current.status === before.status;

/** Reopens the enrolments that nobody else has reopened meanwhile. Returns how many. */
const reopen = (
  table: TableWriter,
  campaignId: string,
  found: EnrolmentRecord[],
  newEnrolmentId: () => string,
  now: Date,
): Promise<number> =>
  retryingLostRaces(table, async () => {
    const pairs = found.map(({ contact_id: contactId }) => ({ campaignId, contactId }));
    const [control, current] = await Promise.all([getControl(table, campaignId), getEnrolments(table, pairs)]);
    const before = found.filter((each, at) => isUnchanged(current[at], each));
    if (!control || control.deleted_at !== null || before.length === 0) return 0;
    await table.transact([
      changeControl(control, {}).operation,
      ...moveCounts(campaignId, sumFields([...before.map(countsLeaving), { pending: before.length }])),
      ...before.map((each) =>
        reopenEnrolment(
          each,
          newEnrolment(campaignId, each.contact_id, derivedId('enr', each.contact_id, newEnrolmentId()), now),
        ),
      ),
    ]);
    return before.length;
  });

/**
 * Gives everybody who was not reached a new enrolment with fresh attempts. Returns how many; with none, the campaign
 * stays as it is. @throws Refusal 409 while it runs or has not started.
 */
export const redialCampaign = async (
  table: TableWriter,
  campaignId: string,
  newEnrolmentId: () => string,
  now: Date,
): Promise<number> => {
  const unreached = await readInStatuses(table, campaignId, CALLABLE_AGAIN_STATUSES);
  const redial = { type: 'redial' as const };
  if (unreached.length === 0) refuseUnlessAllowed(await loadControl(table, campaignId), redial, now);
  else await giveCommand(table, campaignId, redial, now);
  let reopened = 0;
  for (const some of chunked(unreached, OPERATIONS_FOR_CONTACTS)) {
    reopened += await reopen(table, campaignId, some, newEnrolmentId, now);
  }
  return reopened;
};
