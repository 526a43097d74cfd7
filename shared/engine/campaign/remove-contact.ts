import { conflict, notFound } from '#shared/domain/errors.ts';
import { changeControl, getControl, moveCounts } from '#shared/store/campaigns.ts';
import { deleteEnrolment, getEnrolments } from '#shared/store/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { countsLeaving } from './settlement.ts';

/** Takes a contact out of a campaign, counters and all. @throws Refusal 404 if it is not in it, 409 during its call. */
export const removeContact = (table: TableWriter, campaignId: string, contactId: string): Promise<void> =>
  retryingLostRaces(async () => {
    const [control, [enrolment]] = await Promise.all([
      getControl(table, campaignId),
      getEnrolments(table, [{ campaignId, contactId }]),
    ]);
    if (!control || !enrolment) throw notFound(`The contact "${contactId}" in this campaign`);
    if (enrolment.status === 'dialing' || enrolment.status === 'in_progress') {
      throw conflict('The contact is being called; it can be taken out when the call has ended.');
    }
    await table.transact([
      changeControl(control, {}),
      ...moveCounts(campaignId, countsLeaving(enrolment)),
      deleteEnrolment(enrolment),
    ]);
  });
