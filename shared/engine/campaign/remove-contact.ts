import { isCallableAgain } from '#shared/domain/campaign/contact-status.ts';
import { conflict, notFound } from '#shared/domain/errors.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { getControl } from '#shared/store/campaign/campaigns.ts';
import { moveCounts } from '#shared/store/campaign/contact-counts.ts';
import { deleteEnrolment, getEnrolments } from '#shared/store/campaign/enrolments.ts';
import { isPromised, leaveRedial } from '#shared/store/campaign/redials.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { countsLeaving } from './campaign-counts.ts';
import { wakeCampaign } from './give-command.ts';

const remove = (table: TableWriter, campaignId: string, contactId: string): Promise<void> =>
  retryingLostRaces(table, async () => {
    const [control, [enrolment]] = await Promise.all([
      getControl(table, campaignId),
      getEnrolments(table, [{ campaignId, contactId }]),
    ]);
    if (!control || !enrolment) throw notFound(`The contact "${contactId}" in this campaign`);
    if (enrolment.status === 'dialing' || enrolment.status === 'in_progress') {
      throw conflict('The contact is being called; remove it when the call has ended.');
    }
    // A planner that has read the enrolment loses on the enrolment itself.
    await table.transact([
      ...(isPromised(control, enrolment) ? [leaveRedial(control, 1)] : []),
      // A redial that has counted the contact must not miss it.
      ...moveCounts(
        campaignId,
        countsLeaving(enrolment),
        isCallableAgain(enrolment.status) ? { redials: control.redials } : {},
      ),
      deleteEnrolment(enrolment),
    ]);
  });

/** Removes a contact from a campaign and its counters. @throws Refusal 404 if it is not in it, 409 during its call. */
export const removeContact = async (
  ports: Needs<'table' | 'campaignQueue'>,
  campaignId: string,
  contactId: string,
): Promise<void> => {
  await remove(ports.table, campaignId, contactId);
  await wakeCampaign(ports, campaignId);
};
