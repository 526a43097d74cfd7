import type { FieldRules } from '#shared/domain/extraction/extraction-rules.ts';
import { Company, UpdateCompanyBody } from './company.ts';
import { Contact, UpdateContactBody } from './contact.ts';

const WEBSITE = /^(https?:\/\/)?[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?(\/\S*)?$/iu;

/** The request rules of the fields that a call may fill. A website may become a link, so it must be an address. */
export const EXTRACTED_FIELDS: FieldRules = {
  contact: {
    first_name: UpdateContactBody.shape.firstName,
    last_name: UpdateContactBody.shape.lastName,
    email: UpdateContactBody.shape.email,
    job_title: UpdateContactBody.shape.jobTitle,
    timezone: UpdateContactBody.shape.timezone,
    preferred_contact_method: UpdateContactBody.shape.preferredContactMethod,
  },
  company: {
    website: UpdateCompanyBody.shape.website.refine((website) => WEBSITE.test(website ?? '')),
    industry: UpdateCompanyBody.shape.industry,
    company_size: UpdateCompanyBody.shape.companySize,
    address_line1: UpdateCompanyBody.shape.addressLine1,
    address_line2: UpdateCompanyBody.shape.addressLine2,
    city: UpdateCompanyBody.shape.city,
    state: UpdateCompanyBody.shape.state,
    postal_code: UpdateCompanyBody.shape.postalCode,
    country: UpdateCompanyBody.shape.country,
  },
  customFields: UpdateContactBody.shape.customFields,
  ownFields: new Set([...Object.keys(Contact.shape), ...Object.keys(Company.shape)]),
};
