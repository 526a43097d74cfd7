import * as z from 'zod';
import { excludeFromCalls } from '#shared/engine/do-not-call/exclude-contact.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { id, success } from '#shared/schemas/primitives.ts';
import { phonesOf, removeContactRecord } from '#shared/store/contacts.ts';

export const deleteContact = defineEndpoint({
  method: 'DELETE',
  path: '/api/crm/contacts/{id}',
  tag: 'Contacts',
  summary: 'Delete a contact softly',
  description: 'No call to it starts after this answers, and it leaves its campaigns as `skipped`. Its calls stay.',
  params: z.object({ id: id('contact', 'cont_01JNB4Q8Z6W2') }),
  output: z.object({ success }),
  errors: [403, 404],
  loads: { contact: 'id' },
  uses: ['table:write', 'campaignQueue:send'],
  async handle({ input, now, table, campaignQueue, clock, sleep }) {
    const contact = await removeContactRecord(table, input.id, now);
    await excludeFromCalls({ table, campaignQueue, clock, sleep }, contact, phonesOf(contact), 'contact_gone');
    return { success: true as const };
  },
});

export const { handler } = deleteContact;
