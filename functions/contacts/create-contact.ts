import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define-endpoint.ts';
import { Contact, CreateContactBody } from '#shared/schemas/contact.ts';
import { contactFrom } from '#shared/schemas/contact-fields.ts';
import { success } from '#shared/schemas/primitives.ts';
import { addContact, toContactRecord } from '#shared/store/contacts.ts';

export const createContact = defineEndpoint({
  method: 'POST',
  path: '/api/crm/contacts',
  tag: 'Contacts',
  summary: 'Create a contact',
  body: CreateContactBody,
  output: z.object({ success, contact: Contact }),
  errors: [403, 404, 409],
  loads: { team: 'teamId', company: 'companyId' },
  uses: ['table:write'],
  async handle({ input, caller, now, newId, commit }) {
    const contact = contactFrom(input, { id: newId('cont'), teamId: input.teamId, now });
    return commit(addContact(toContactRecord(contact, caller.accountId)), { success: true as const, contact });
  },
});

export const { handler } = createContact;
