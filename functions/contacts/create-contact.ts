import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define-endpoint.ts';
import { Contact, CreateContactBody } from '#shared/schemas/contact.ts';
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
    const at = now.toISOString();
    const contact: Contact = {
      id: newId('cont'),
      team_id: input.teamId,
      company_id: input.companyId,
      first_name: input.firstName,
      last_name: input.lastName,
      email: input.email ?? null,
      phone: input.phone ?? null,
      phone_secondary: input.phoneSecondary ?? null,
      job_title: input.jobTitle ?? null,
      lead_status: input.leadStatus,
      source: input.source ?? null,
      timezone: input.timezone ?? null,
      preferred_contact_method: input.preferredContactMethod ?? null,
      do_not_call: input.doNotCall,
      notes: input.notes ?? null,
      custom_fields: input.customFields ?? {},
      tags: input.tags ?? [],
      created_at: at,
      updated_at: at,
    };
    return commit(addContact(toContactRecord(contact, caller.accountId)), { success: true as const, contact });
  },
});

export const { handler } = createContact;
