import * as z from 'zod';
import { freeForm, jsonObject } from './fields/free-form.ts';
import { id, longText, name, phone, recordFields, shortText, timestamp } from './fields/primitives.ts';

export const Company = z
  .object({
    id: id('company', 'comp_01JNB4Q8Z6W2'),
    team_id: id('owning team', 'team_01JNB4Q8Z6W2'),
    name: z.string().meta({ examples: ['Acme'] }),
    website: z.nullable(z.string()).meta({ examples: ['https://acme.example'] }),
    industry: z.nullable(z.string()).meta({ examples: ['logistics'] }),
    company_size: z.nullable(z.string()).meta({ examples: ['11-50'] }),
    phone: z.nullable(z.string()).meta({ examples: ['+14155550100'] }),
    address_line1: z.nullable(z.string()).meta({ examples: ['1 Main Street'] }),
    address_line2: z.nullable(z.string()).meta({ examples: [null] }),
    city: z.nullable(z.string()).meta({ examples: ['Springfield'] }),
    state: z.nullable(z.string()).meta({ examples: ['IL'] }),
    postal_code: z.nullable(z.string()).meta({ examples: ['62701'] }),
    country: z.nullable(z.string()).meta({ examples: ['US'] }),
    notes: z.nullable(z.string()).meta({ examples: [null] }),
    custom_fields: jsonObject('Key-value data.', { segment: 'north' }),
    contact_count: z.int().meta({ description: 'Contacts associated with the company.', examples: [0] }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Company' });
export type Company = z.output<typeof Company>;

/** Optional in a request. Null equals leaving it out, and in a change it clears the field. */
const details = {
  website: shortText('Website URL.', 'https://acme.example').nullish(),
  industry: shortText('Industry.', 'logistics').nullish(),
  companySize: shortText('Size.', '11-50').nullish(),
  addressLine1: shortText('Street address.', '1 Main Street').nullish(),
  addressLine2: shortText('Street address, second line.', 'Floor 2').nullish(),
  city: shortText('City.', 'Springfield').nullish(),
  state: shortText('State.', 'IL').nullish(),
  postalCode: shortText('Postal code.', '62701').nullish(),
  country: shortText('Country.', 'US').nullish(),
  phone: phone.nullish(),
  notes: longText('Free text.', 'Prefers mornings.').nullish(),
  customFields: freeForm('Key-value data.', { segment: 'north' }).optional(),
};

export const CreateCompanyBody = z.object({
  teamId: id('team', 'team_01JNB4Q8Z6W2'),
  name: name('Name.', 'Acme'),
  ...details,
});

export const UpdateCompanyBody = z.object({ name: name('Name.', 'Acme').optional(), ...details });
export type UpdateCompanyBody = z.output<typeof UpdateCompanyBody>;

const NO_DETAILS = {
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
};

/** A new company, as a request describes it. */
export const companyFrom = (
  { teamId, name: companyName, ...given }: z.output<typeof CreateCompanyBody>,
  { id: companyId, now }: { id: string; now: Date },
): Omit<Company, 'contact_count'> => ({
  ...NO_DETAILS,
  ...recordFields(given),
  id: companyId,
  team_id: teamId,
  name: companyName,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
});

export const companyChanges = (given: UpdateCompanyBody): Partial<Company> => recordFields(given);
