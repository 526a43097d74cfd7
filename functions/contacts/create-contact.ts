import * as z from 'zod';
import { awaitCalleesQuiet } from '#shared/engine/call/dials-in-flight.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Contact, CreateContactBody } from '#shared/schemas/contact.ts';
import { contactFrom } from '#shared/schemas/contact-fields.ts';
import { success } from '#shared/schemas/primitives.ts';
import { addContact, phonesOf, toContactRecord } from '#shared/store/contacts.ts';

export const createContact = defineEndpoint({
  method: 'POST',
  path: '/api/crm/contacts',
  tag: 'Contacts',
  summary: 'Create a contact',
  description: 'With `doNotCall: true` no call to its numbers starts after this answers, whichever contacts have them.',
  body: CreateContactBody,
  output: z.object({ success, contact: Contact }),
  errors: [403, 404, 409],
  loads: { team: 'teamId', company: 'companyId' },
  uses: ['table:write'],
  async handle({ input, caller, now, newId, commit, table, clock, sleep }) {
    const contact = contactFrom(input, { id: newId('cont'), teamId: input.teamId, now });
    const created = await commit(addContact(toContactRecord(contact, caller.accountId)), {
      success: true as const,
      contact,
    });
    if (contact.do_not_call) await awaitCalleesQuiet({ table, clock, sleep }, contact.team_id, phonesOf(contact));
    return created;
  },
});

export const { handler } = createContact;
