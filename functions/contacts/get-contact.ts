import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { ShownContact, showContact } from '#shared/schemas/contact.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';
import { toContact } from '#shared/store/contact/contacts.ts';

export const getContact = defineEndpoint({
  method: 'GET',
  path: '/api/crm/contacts/{id}',
  tag: 'Contacts',
  summary: 'Read a contact',
  role: 'read',
  params: z.object({ id: id('contact', 'cont_01JNB4Q8Z6W2') }),
  output: z.object({ success, contact: ShownContact }),
  errors: [403, 404],
  loads: { contact: 'id' },
  uses: ['table:read'],
  handle: async ({ contact }) => ({ success: true as const, contact: showContact(toContact(contact)) }),
});
