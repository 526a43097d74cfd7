import { type CustomRow, customRows } from '#functions/dashboard/site/contacts/custom-rows.ts';
import { optionalText, phoneText } from '#functions/dashboard/site/contacts/text-values.ts';
import type { InputOf, OutputOf } from '#shared/client/client.ts';
import { tagsIn, tagText } from './tag-text.ts';

export type ShownContact = OutputOf<'getContact'>['contact'];

/** What stands in a contact's form. */
export interface ContactValues {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  companyId: string;
  phoneSecondary: string;
  jobTitle: string;
  leadStatus: string;
  source: string;
  timezone: string;
  preferredContactMethod: string;
  doNotCall: boolean;
  notes: string;
  tags: string;
  customFields: CustomRow[];
}

/** The lead status of a contact for which none is given. */
const FIRST_LEAD_STATUS = 'new';

export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'unqualified', 'converted'] as const;
export const CONTACT_METHODS = ['phone', 'email'] as const;

export const blankContact = (companyId: string): ContactValues => ({
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  companyId,
  phoneSecondary: '',
  jobTitle: '',
  leadStatus: FIRST_LEAD_STATUS,
  source: '',
  timezone: '',
  preferredContactMethod: '',
  doNotCall: false,
  notes: '',
  tags: '',
  customFields: [],
});

export const contactValues = (contact: ShownContact): ContactValues => ({
  firstName: contact.first_name,
  lastName: contact.last_name,
  phone: contact.phone ?? '',
  email: contact.email ?? '',
  companyId: contact.company_id,
  phoneSecondary: contact.phone_secondary ?? '',
  jobTitle: contact.job_title ?? '',
  leadStatus: contact.lead_status,
  source: contact.source ?? '',
  timezone: contact.timezone ?? '',
  preferredContactMethod: contact.preferred_contact_method ?? '',
  doNotCall: contact.do_not_call,
  notes: contact.notes ?? '',
  tags: tagText(contact.tags),
  customFields: customRows(contact.custom_fields),
});

type Request = Omit<InputOf<'createContact'>, 'teamId' | 'customFields'>;

/** The fields of a request that say what stands in the form; what is empty is null. */
const requestOf = (values: ContactValues): Request => ({
  firstName: values.firstName,
  lastName: values.lastName,
  phone: phoneText(values.phone),
  email: optionalText(values.email),
  companyId: values.companyId,
  phoneSecondary: phoneText(values.phoneSecondary),
  jobTitle: optionalText(values.jobTitle),
  leadStatus: values.leadStatus.trim(),
  source: optionalText(values.source),
  timezone: optionalText(values.timezone),
  preferredContactMethod: optionalText(values.preferredContactMethod),
  doNotCall: values.doNotCall,
  notes: values.notes === '' ? null : values.notes,
  tags: tagsIn(values.tags),
});

export const newContact = (values: ContactValues): Request => {
  const { leadStatus, ...request } = requestOf(values);
  return { ...request, ...(leadStatus !== '' && { leadStatus }) };
};

/** Only what was changed in the form, its custom fields apart; a cleared field is null. */
export const contactChanges = (before: ContactValues, after: ContactValues): Partial<Request> =>
  Object.fromEntries(
    Object.entries(requestOf(after)).filter(([name]) => before[name as keyof Request] !== after[name as keyof Request]),
  );
