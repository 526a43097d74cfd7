import * as z from 'zod';
import { allowedFrom, isAllowed, statusWithContacts } from '#shared/domain/campaign/status.ts';
import { conflict, notFound } from '#shared/domain/errors.ts';
import { derivedId } from '#shared/domain/ids.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { AddContactsBody, CampaignPath } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/primitives.ts';
import { type CampaignControl, changeControl, getControl, moveCounts } from '#shared/store/campaigns.ts';
import { getEnrolments, newEnrolment, putEnrolment } from '#shared/store/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { MAX_TRANSACTION_OPERATIONS, type WriteOperation } from '#shared/store/table/table.ts';

/** Beside its contacts, a transaction moves the campaign's control, its counters and the Idempotency-Key record. */
const CONTACTS_PER_TRANSACTION = MAX_TRANSACTION_OPERATIONS - 3;

const refuseClosed = (control: CampaignControl): void => {
  if (isAllowed('add_contacts', control.status)) return;
  throw conflict(
    `Contacts cannot be added to a ${control.status} campaign; it must be ${allowedFrom('add_contacts').join(', ')}.`,
  );
};

export const addCampaignContacts = defineEndpoint({
  method: 'POST',
  path: '/api/crm/campaigns/{id}/contacts',
  tag: 'Campaigns',
  summary: 'Add contacts to a campaign',
  description:
    'Every contact must exist; with one unknown id nothing is added. A contact that is in the campaign already counts once. ' +
    'A completed campaign is reopened as paused.',
  params: CampaignPath,
  body: AddContactsBody,
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { campaign: 'id', contacts: 'contactIds' },
  uses: ['table:write', 'campaignQueue:send'],
  async handle({ campaign, contacts, now, newId, table, campaignQueue, commit }) {
    const contactIds = [...new Set(contacts.map((contact) => contact.id))];

    /** The contact is part of it: a request repeated after a crash draws its ids for fewer contacts than the first time. */
    const enrolmentId = (contactId: string): string => derivedId('enr', contactId, newId('enr'));

    /** Adds those of these contacts that are not in the campaign yet. */
    const add = async (chunk: string[], first: number): Promise<void> => {
      const isLast = first + chunk.length >= contactIds.length;
      const [control, enrolled] = await Promise.all([
        getControl(table, campaign.id),
        getEnrolments(
          table,
          chunk.map((contactId) => ({ campaignId: campaign.id, contactId })),
        ),
      ]);
      if (!control || control.deleted_at !== null) throw notFound(`The campaign "${campaign.id}"`);
      refuseClosed(control);
      const missing = chunk.filter((_, at) => enrolled[at] === undefined);
      if (missing.length === 0) return;
      const status = statusWithContacts(control.status, control.scheduled_start_at);
      const operations: WriteOperation[] = [
        changeControl(control, {
          ...(status !== control.status && { status, completed_at: null }),
          updated_at: now.toISOString(),
        }),
        ...moveCounts(campaign.id, { pending: missing.length }),
        ...missing.map((contactId, at) =>
          putEnrolment(newEnrolment(campaign.id, contactId, enrolmentId(contactId), now), first + at),
        ),
      ];
      await (isLast ? commit(operations, { success: true }) : table.transact(operations));
    };

    for (let at = 0; at < contactIds.length; at += CONTACTS_PER_TRANSACTION) {
      const chunk = contactIds.slice(at, at + CONTACTS_PER_TRANSACTION);
      await retryingLostRaces(() => add(chunk, at));
    }
    await campaignQueue.send([{ campaign_id: campaign.id, reason: 'change' }]);
    return { success: true as const };
  },
});

export const { handler } = addCampaignContacts;
