import type { Company, UpdateCompanyBody } from './company.ts';
import { fieldChanges } from './field-changes.ts';

/** The request's name of each field that can be changed. */
const FIELDS = {
  name: 'name',
  website: 'website',
  industry: 'industry',
  companySize: 'company_size',
  phone: 'phone',
  addressLine1: 'address_line1',
  addressLine2: 'address_line2',
  city: 'city',
  state: 'state',
  postalCode: 'postal_code',
  country: 'country',
  notes: 'notes',
  customFields: 'custom_fields',
} as const satisfies Record<keyof UpdateCompanyBody, keyof Company>;

export const companyChanges = (given: UpdateCompanyBody): Partial<Company> =>
  fieldChanges<UpdateCompanyBody, Company>(FIELDS, given);
