import * as z from 'zod';
import { excludeFromCalls } from '#shared/engine/do-not-call/exclude-contact.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Contact, UpdateContactBody } from '#shared/schemas/contact.ts';
import { contactChanges } from '#shared/schemas/contact-fields.ts';
import { id, success } from '#shared/schemas/primitives.ts';
import { phonesOf, updateContactRecord } from '#shared/store/contacts.ts';

export const updateContact = defineEndpoint({
  method: 'PATCH',
  path: '/api/crm/contacts/{id}',
  tag: 'Contacts',
  summary: 'Change a contact; only the supplied fields change',
  description:
    'With `doNotCall: true` no call to the contact or its numbers starts after this answers, and it leaves its campaigns ' +
    'as `skipped`. Null clears a field.',
  params: z.object({ id: id('contact', 'cont_01JNB4Q8Z6W2') }),
  body: UpdateContactBody,
  output: z.object({ success, contact: Contact }),
  errors: [403, 404, 409],
  loads: { contact: 'id', company: 'companyId' },
  uses: ['table:write', 'campaignQueue:send'],
  async handle({ input, now, table, campaignQueue, clock, sleep }) {
    const { id: contactId, ...given } = input;
    const { before, after: contact } = await updateContactRecord(table, contactId, contactChanges(given), now);
    const touchesCalls =
      given.doNotCall !== undefined || given.phone !== undefined || given.phoneSecondary !== undefined;
    if (contact.do_not_call && touchesCalls) {
      const phones = [...phonesOf(before), ...phonesOf(contact)];
      await excludeFromCalls({ table, campaignQueue, clock, sleep }, contact, phones, 'do_not_call');
    }
    return { success: true as const, contact };
  },
});

export const { handler } = updateContact;
