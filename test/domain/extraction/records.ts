import { applyExtraction } from '#shared/domain/extraction/apply-extraction.ts';
import { type Extraction, extractionSchema } from '#shared/domain/extraction/extraction.ts';
import type { Company } from '#shared/schemas/company.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { EXTRACTED_FIELDS } from '#shared/schemas/extracted-fields.ts';

const at = '2026-03-02T15:00:00.000Z';
export const contact = (changes: Partial<Contact> = {}): Contact => ({
  id: 'cont_1',
  team_id: 'team_1',
  company_id: 'comp_1',
  first_name: 'Ada',
  last_name: '',
  email: null,
  phone: null,
  phone_secondary: null,
  job_title: null,
  lead_status: 'new',
  source: null,
  timezone: null,
  preferred_contact_method: null,
  do_not_call: false,
  notes: null,
  custom_fields: {},
  tags: [],
  created_at: at,
  updated_at: at,
  ...changes,
});
export const company = (changes: Partial<Company> = {}): Company => ({
  id: 'comp_1',
  team_id: 'team_1',
  name: 'Acme',
  website: null,
  industry: null,
  company_size: null,
  phone: null,
  address_line1: null,
  address_line2: null,
  city: null,
  state: null,
  postal_code: null,
  country: null,
  notes: null,
  custom_fields: {},
  contact_count: 1,
  created_at: at,
  updated_at: at,
  ...changes,
});

const nothing = (fields: string[]) => Object.fromEntries(fields.map((field) => [field, null]));
export const NO_CONTACT = nothing(Object.keys(extractionSchema.shape.contact.shape)) as Extraction['contact'];
export const NO_COMPANY = nothing(Object.keys(extractionSchema.shape.company.shape)) as Extraction['company'];

interface Told {
  summary?: string;
  do_not_call?: boolean;
  do_not_call_evidence?: string;
  callback_at?: Extraction['callback_at'];
  contact?: Partial<Extraction['contact']>;
  company?: Partial<Extraction['company']>;
  custom_fields?: Extraction['custom_fields'];
}
export const told = ({ contact: ofContact, company: ofCompany, ...others }: Told): Extraction => ({
  summary: null,
  do_not_call: false,
  do_not_call_evidence: null,
  callback_at: null,
  custom_fields: [],
  ...others,
  contact: { ...NO_CONTACT, ...ofContact },
  company: { ...NO_COMPANY, ...ofCompany },
});

/** A Monday, in winter. */
export const TIMES = {
  timezone: 'Europe/Berlin',
  beganAt: new Date('2026-03-02T09:00:00.000Z'),
  endedAt: new Date('2026-03-02T09:03:20.000Z'),
};

const TRANSCRIPT = [
  { role: 'assistant', text: 'Hello. You are the head of sales, right?' },
  { role: 'user', text: 'I am the operations manager here.' },
  { role: 'assistant', text: 'What is your email?' },
  { role: 'user', text: 'My email is ada.byron@example.com, and we’re in Berlin.' },
  { role: 'user', text: 'We are about 40 people.' },
];
export const apply = (extracted: Extraction, records: Partial<Parameters<typeof applyExtraction>[0]> = {}) =>
  applyExtraction({
    extracted,
    transcript: TRANSCRIPT,
    contact: contact(),
    company: company(),
    rules: EXTRACTED_FIELDS,
    times: TIMES,
    ...records,
  });

export const email = { value: 'ada.byron@example.com', evidence: 'My email is ada.byron@example.com' };
export const jobTitle = { value: 'Operations manager', evidence: 'I am the operations manager here.' };
export const field = (name: string, value = 'Tuesday', evidence = 'operations manager') => ({ name, value, evidence });
