import * as z from 'zod';
import { removeContact } from '#shared/engine/crm/contacts.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';

export const deleteContact = defineEndpoint({
  method: 'DELETE',
  path: '/api/crm/contacts/{id}',
  tag: 'Contacts',
  summary: 'Delete a contact softly',
  description: 'After the response no call to it starts, and it is `skipped` in its campaigns. Its calls stay.',
  role: 'operate',
  params: z.object({ id: id('contact', 'cont_01JNB4Q8Z6W2') }),
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { contact: 'id' },
  uses: ['table:write', 'lines', 'campaignQueue:send'],
  async handle({ input, now, ...ports }) {
    await removeContact(ports, input.id, now);
    return { success: true as const };
  },
});
