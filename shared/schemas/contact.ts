import * as z from 'zod';
import type { ContactPhones } from '#shared/domain/contact/phones.ts';
import { inferredZonesOf } from '#shared/domain/phone-number/callee-zones.ts';
import { freeForm, jsonObject } from './fields/free-form.ts';
import {
  id,
  longText,
  name,
  phone,
  recordFields,
  SHORT_TEXT_MAX_CHARS,
  shortText,
  tags,
  timestamp,
  timezone,
} from './fields/primitives.ts';

export const Contact = z.object({
  id: id('contact', 'cont_01JNB4Q8Z6W2'),
  team_id: id('owning team', 'team_01JNB4Q8Z6W2'),
  company_id: id('company the contact belongs to', 'comp_01JNB4Q8Z6W2'),
  first_name: z.string().meta({ examples: ['Ada'] }),
  last_name: z.string().meta({ examples: ['Lovelace'] }),
  email: z.nullable(z.string()).meta({ examples: ['ada@acme.example'] }),
  phone: z.nullable(z.string()).meta({ description: 'Primary phone, E.164.', examples: ['+14155550001'] }),
  phone_secondary: z.nullable(z.string()).meta({ description: 'Secondary phone, E.164.', examples: [null] }),
  job_title: z.nullable(z.string()).meta({ examples: ['Analyst'] }),
  lead_status: z.string().meta({ examples: ['new'] }),
  source: z.nullable(z.string()).meta({ description: 'Origin of the contact.', examples: ['website'] }),
  timezone: z.nullable(z.string()).meta({ description: 'IANA timezone, used for call scheduling.', examples: [null] }),
  preferred_contact_method: z.nullable(z.string()).meta({ examples: ['phone'] }),
  do_not_call: z.boolean().meta({ description: 'Excluded from all campaigns.', examples: [false] }),
  notes: z.nullable(z.string()).meta({ examples: [null] }),
  custom_fields: jsonObject('Key-value data.', { plan: 'gold' }),
  tags: z.array(z.string()).meta({ examples: [['vip']] }),
  created_at: timestamp,
  updated_at: timestamp,
});
/** What people say of a contact. */
export type Contact = z.output<typeof Contact>;

/** A contact as it is shown: with what its primary number tells. */
export const ShownContact = Contact.extend({
  phone_country: z.nullable(z.string()).meta({
    description: "ISO 3166-1 alpha-2 code of the primary phone's country; null if unknown.",
    examples: ['US'],
  }),
  inferred_timezones: z.array(z.string()).meta({
    description:
      'IANA timezones that the primary phone may be in; empty where `timezone` is given or nothing is known. Hours are ' +
      'met in all of them. A mobile or ported number may be elsewhere: set `timezone` where you know it.',
    examples: [['America/Los_Angeles']],
  }),
}).meta({ id: 'Contact' });
export type ShownContact = z.output<typeof ShownContact>;

export const showContact = (contact: Contact & Pick<ShownContact, 'phone_country'>): ShownContact => ({
  ...contact,
  inferred_timezones: contact.timezone === null ? [...inferredZonesOf(contact.phone)] : [],
});

const NO_EMAIL = 'must be an email address';

/** Forms and imports send an empty address for none. */
const email = z
  .union([z.literal('').transform(() => null), z.email(NO_EMAIL).max(SHORT_TEXT_MAX_CHARS)], NO_EMAIL)
  .meta({ description: 'Email address.', examples: ['ada@acme.example'] });

/** Optional in a request. Null equals leaving it out, and in a change it clears the field. */
const details = {
  email: email.nullish(),
  phone: phone.nullish(),
  phoneSecondary: phone.nullish(),
  jobTitle: shortText('Job title or role.', 'Analyst').nullish(),
  source: shortText('Origin of the contact.', 'website').nullish(),
  timezone: timezone.nullish(),
  preferredContactMethod: shortText('For example `phone` or `email`.', 'phone').nullish(),
  notes: longText('Free text.', 'Met at the fair.').nullish(),
  customFields: freeForm('Key-value data.', { plan: 'gold' }).optional(),
  tags: tags.optional(),
};

const firstName = name('First name.', 'Ada');
const lastName = name('Last name.', 'Lovelace');
const leadStatus = shortText('Lead status.', 'new').min(1);
const doNotCall = z.boolean().meta({ description: 'Excluded from all campaigns.', examples: [false] });

/** A contact without its team: one row of a bulk request. */
const row = {
  companyId: id('company', 'comp_01JNB4Q8Z6W2'),
  firstName,
  lastName,
  leadStatus: leadStatus.default('new'),
  doNotCall: doNotCall.default(false),
  ...details,
};

export const CreateContactBody = z.object({ teamId: id('team', 'team_01JNB4Q8Z6W2'), ...row });

export const ContactRow = z.object(row);
export type ContactRow = z.output<typeof ContactRow>;

export const UpdateContactBody = z.object({
  companyId: row.companyId.optional(),
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  leadStatus: leadStatus.optional(),
  doNotCall: doNotCall.optional().meta({
    description:
      'False lifts the do-not-call mark of the contact, and of its numbers what contacts or words on a call brought.',
    examples: [false],
  }),
  ...details,
});
export type UpdateContactBody = z.output<typeof UpdateContactBody>;

const BULK_CONTACTS_MAX = 500;

export const BulkContactsBody = z.object({
  teamId: id('team', 'team_01JNB4Q8Z6W2'),
  companyId: id('company for rows without one', 'comp_01JNB4Q8Z6W2').optional(),
  contacts: z
    .array(z.record(z.string(), z.unknown()))
    .min(1)
    .max(BULK_CONTACTS_MAX)
    .meta({
      description: 'Each row is a contact as in POST /api/crm/contacts, without teamId.',
      examples: [[{ firstName: 'Ada', lastName: 'Lovelace', phone: '+14155550001' }]],
    }),
  skipDuplicates: z
    .boolean()
    .default(false)
    .meta({
      description:
        'A row whose `phone` a contact of the team has, as its primary or secondary phone, or an earlier row, is not ' +
        'created: its `error` is `duplicate`.',
      examples: [true],
    }),
});

/** The `error` of a row whose number is known. */
export const DUPLICATE = 'duplicate';

const numberIn = (value: unknown): string | null => phone.safeParse(value).data ?? null;

/** The numbers of a row that may be wrong elsewhere. */
export const numbersIn = (row: Record<string, unknown>): ContactPhones => ({
  phone: numberIn(row.phone),
  phone_secondary: numberIn(row.phoneSecondary),
});

/** The result of one row. */
export const BulkResult = z.object({
  index: z.int().meta({ description: 'Position of the row in the request.', examples: [0] }),
  success: z.boolean().meta({ examples: [true] }),
  contact: ShownContact.nullable(),
  error: z.nullable(z.string()).meta({ description: '`duplicate`, or every problem in words.', examples: [null] }),
  duplicate_of: z.nullable(z.string()).meta({
    description:
      'Of a duplicate, the contact that has its `phone`; null where that is an earlier row which was not created.',
    examples: [null],
  }),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .meta({ description: 'Every problem of the row.', examples: [[]] }),
});
export type BulkResult = z.output<typeof BulkResult>;

/** A new contact from its request; missing fields are null, empty or their default. */
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

export const contactChanges = (given: UpdateContactBody): Partial<Contact> => recordFields(given);
