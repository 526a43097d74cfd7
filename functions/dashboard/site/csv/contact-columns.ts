import type { CsvColumn } from './write-csv.ts';

/** What an export tells of a contact. */
export interface ExportedContact {
  first_name: string;
  last_name: string;
  phone: string | null;
  phone_secondary: string | null;
  email: string | null;
  company_id: string;
  job_title: string | null;
  lead_status: string;
  source: string | null;
  timezone: string | null;
  preferred_contact_method: string | null;
  do_not_call: boolean;
  tags: string[];
  notes: string | null;
  custom_fields: Record<string, unknown>;
  created_at: string;
}

/** A column that an export has for people, and that an import leaves out. */
export const CREATED_AT_HEADER = 'Created at (UTC)';

/** Columns of an export by the names under which an import knows them again. */
const ownColumns = (companyNames: ReadonlyMap<string, string>): CsvColumn<ExportedContact>[] => [
  { header: 'First name', value: (contact) => contact.first_name },
  { header: 'Last name', value: (contact) => contact.last_name },
  { header: 'Phone', value: (contact) => contact.phone },
  { header: 'Secondary phone', value: (contact) => contact.phone_secondary },
  { header: 'Email', value: (contact) => contact.email },
  { header: 'Company', value: (contact) => companyNames.get(contact.company_id) },
  { header: 'Job title', value: (contact) => contact.job_title },
  { header: 'Lead status', value: (contact) => contact.lead_status },
  { header: 'Source', value: (contact) => contact.source },
  { header: 'Time zone', value: (contact) => contact.timezone },
  { header: 'Preferred contact method', value: (contact) => contact.preferred_contact_method },
  { header: 'Do not call', value: (contact) => (contact.do_not_call ? 'yes' : 'no') },
  { header: 'Tags', value: (contact) => contact.tags },
  { header: 'Notes', value: (contact) => contact.notes },
  { header: CREATED_AT_HEADER, value: (contact) => contact.created_at },
];

/** Every key of the contacts' custom fields, in the order in which they are met. */
export const customKeysOf = (contacts: Iterable<Pick<ExportedContact, 'custom_fields'>>): string[] => [
  ...new Set([...contacts].flatMap(({ custom_fields }) => Object.keys(custom_fields))),
];

/** The columns of an export of contacts: their fields, then one for each of these keys of their custom fields. */
export const contactColumns = (
  companyNames: ReadonlyMap<string, string>,
  customKeys: readonly string[],
): CsvColumn<ExportedContact>[] => [
  ...ownColumns(companyNames),
  ...customKeys.map((key) => ({
    header: key,
    value: ({ custom_fields }: ExportedContact) => (Object.hasOwn(custom_fields, key) ? custom_fields[key] : undefined),
  })),
];
