import * as z from 'zod';
import { createContact as create } from '#shared/engine/crm/contacts.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { CreateContactBody, contactFrom, ShownContact, showContact } from '#shared/schemas/contact.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import type { KeptContact } from '#shared/store/contact/contacts.ts';

export const createContact = defineEndpoint({
  method: 'POST',
  path: '/api/crm/contacts',
  tag: 'Contacts',
  summary: 'Create a contact',
  description:
    'With `doNotCall: true`, no call to its numbers starts after the response, whichever contacts have them.',
  role: 'operate',
  body: CreateContactBody,
  output: z.object({ success, contact: ShownContact }),
  errors: [403, 404, 409],
  loads: { team: 'teamId', company: 'companyId' },
  uses: ['table:write', 'lines', 'numberingPlan'],
  async handle({ input, caller, now, newId, commit, ...ports }) {
    const contact = contactFrom(input, { id: newId('cont'), teamId: input.teamId, now });
    const reply = (kept: KeptContact) => ({ success: true as const, contact: showContact(kept) });
    return reply(await create(ports, contact, caller, (operations, kept) => commit(operations, reply(kept))));
  },
});
