import { type CustomRow, customRows } from '#functions/dashboard/site/contacts/custom-rows.ts';
import { optionalText, phoneText } from '#functions/dashboard/site/contacts/text-values.ts';
import type { InputOf, OutputOf } from '#shared/client/client.ts';

export type ShownCompany = OutputOf<'getCompany'>['company'];

/** What stands in a company's form. */
export interface CompanyValues {
  name: string;
  website: string;
  industry: string;
  companySize: string;
  phone: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  notes: string;
  customFields: CustomRow[];
}

export const BLANK_COMPANY: CompanyValues = {
  name: '',
  website: '',
  industry: '',
  companySize: '',
  phone: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  notes: '',
  customFields: [],
};

export const companyValues = (company: ShownCompany): CompanyValues => ({
  name: company.name,
  website: company.website ?? '',
  industry: company.industry ?? '',
  companySize: company.company_size ?? '',
  phone: company.phone ?? '',
  addressLine1: company.address_line1 ?? '',
  addressLine2: company.address_line2 ?? '',
  city: company.city ?? '',
  state: company.state ?? '',
  postalCode: company.postal_code ?? '',
  country: company.country ?? '',
  notes: company.notes ?? '',
  customFields: customRows(company.custom_fields),
});

type Request = Omit<InputOf<'createCompany'>, 'teamId' | 'customFields'>;

/** The fields of a request that say what stands in the form; what is empty is null. */
export const newCompany = ({ name, phone, notes, customFields, ...texts }: CompanyValues): Request => ({
  name,
  phone: phoneText(phone),
  notes: notes === '' ? null : notes,
  ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, optionalText(text)])),
});

/** Only what was changed in the form, its custom fields apart; a cleared field is null. */
export const companyChanges = (before: CompanyValues, after: CompanyValues): Partial<Request> =>
  Object.fromEntries(
    Object.entries(newCompany(after)).filter(
      ([name]) => before[name as keyof Request] !== after[name as keyof Request],
    ),
  );
