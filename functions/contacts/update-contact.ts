import * as z from 'zod';
import { updateContact as update } from '#shared/engine/crm/contacts.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { contactChanges, ShownContact, showContact, UpdateContactBody } from '#shared/schemas/contact.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';

export const updateContact = defineEndpoint({
  method: 'PATCH',
  path: '/api/crm/contacts/{id}',
  tag: 'Contacts',
  summary: 'Change a contact; only the supplied fields change',
  description:
    'With `doNotCall: true`, no call to the contact or its numbers starts after the response, and it is `skipped` in ' +
    'its campaigns. Null clears a field.',
  role: 'operate',
  params: z.object({ id: id('contact', 'cont_01JNB4Q8Z6W2') }),
  body: UpdateContactBody,
  output: z.object({ success, contact: ShownContact }),
  errors: [403, 404, 409],
  loads: { contact: 'id', company: 'companyId' },
  uses: ['table:write', 'lines', 'numberingPlan', 'campaignQueue:send'],
  async handle({ input: { id: _, ...given }, contact, caller, now, ...ports }) {
    const changed = await update(ports, contact, contactChanges(given), caller, now);
    return { success: true as const, contact: showContact(changed) };
  },
});
