import type { Contact, ContactRow, UpdateContactBody } from './contact.ts';
import { fieldChanges } from './field-changes.ts';

/** A new contact from its request: everything that was not given is null, empty or its default. */
export const contactFrom = (row: ContactRow, identity: { id: string; teamId: string; now: Date }): Contact => ({
  id: identity.id,
  team_id: identity.teamId,
  company_id: row.companyId,
  first_name: row.firstName,
  last_name: row.lastName,
  email: row.email ?? null,
  phone: row.phone ?? null,
  phone_secondary: row.phoneSecondary ?? null,
  job_title: row.jobTitle ?? null,
  lead_status: row.leadStatus,
  source: row.source ?? null,
  timezone: row.timezone ?? null,
  preferred_contact_method: row.preferredContactMethod ?? null,
  do_not_call: row.doNotCall,
  notes: row.notes ?? null,
  custom_fields: row.customFields ?? {},
  tags: row.tags ?? [],
  created_at: identity.now.toISOString(),
  updated_at: identity.now.toISOString(),
});

/** The request's name of each field that can be changed. */
const FIELDS = {
  companyId: 'company_id',
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  phoneSecondary: 'phone_secondary',
  jobTitle: 'job_title',
  leadStatus: 'lead_status',
  source: 'source',
  timezone: 'timezone',
  preferredContactMethod: 'preferred_contact_method',
  doNotCall: 'do_not_call',
  notes: 'notes',
  customFields: 'custom_fields',
  tags: 'tags',
} as const satisfies Record<keyof UpdateContactBody, keyof Contact>;

export const contactChanges = (given: UpdateContactBody): Partial<Contact> =>
  fieldChanges<UpdateContactBody, Contact>(FIELDS, given);
