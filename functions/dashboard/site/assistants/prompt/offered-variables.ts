import type { PromptSubjects } from '#shared/domain/assistant/prompt-variables.ts';

type FieldOf<Root extends keyof PromptSubjects> = keyof NonNullable<PromptSubjects[Root]>;

const every = <Field extends string>(fields: Record<Field, true>): Field[] => Object.keys(fields) as Field[];

/** Every name that a prompt may use, by the record that it is of. */
export const VARIABLE_FIELDS = {
  contact: every<FieldOf<'contact'>>({
    first_name: true,
    last_name: true,
    job_title: true,
    email: true,
    phone: true,
    phone_secondary: true,
    lead_status: true,
    source: true,
    timezone: true,
    preferred_contact_method: true,
    notes: true,
    tags: true,
    custom_fields: true,
    id: true,
    created_at: true,
    updated_at: true,
  }),
  company: every<FieldOf<'company'>>({
    name: true,
    website: true,
    industry: true,
    company_size: true,
    phone: true,
    address_line1: true,
    address_line2: true,
    city: true,
    state: true,
    postal_code: true,
    country: true,
    notes: true,
    custom_fields: true,
    id: true,
    created_at: true,
    updated_at: true,
  }),
  campaign: every<FieldOf<'campaign'>>({ name: true, description: true, settings: true }),
  call: every<FieldOf<'call'>>({ direction: true, from_number: true, to_number: true, attempt: true }),
} as const;

/** They hold lists and objects, of which a prompt uses parts. */
const CONTAINERS: readonly string[] = ['custom_fields', 'tags', 'settings'];

/** A key with one of these could not be named in a prompt. */
const UNNAMEABLE = /[.[\]{}]|^\s|\s$|^$/;

const ownPaths = (root: string, customFields: Readonly<Record<string, unknown>> | undefined): string[] =>
  Object.entries(customFields ?? {})
    .filter(([key, value]) => !UNNAMEABLE.test(key) && value !== null && typeof value !== 'object')
    .map(([key]) => `${root}.custom_fields.${key}`);

interface WithCustomFields {
  custom_fields: Readonly<Record<string, unknown>>;
}

export interface VariableGroup {
  /** Whose variables they are. */
  words: string;
  paths: string[];
}

/** The variables that can be inserted, with the custom fields of whom the preview is for. */
export const offeredVariables = (
  contact: WithCustomFields | null,
  company: WithCustomFields | null,
): VariableGroup[] => {
  const paths = (root: keyof typeof VARIABLE_FIELDS): string[] =>
    VARIABLE_FIELDS[root].filter((field) => !CONTAINERS.includes(field)).map((field) => `${root}.${field}`);
  return [
    { words: 'Contact', paths: [...paths('contact'), ...ownPaths('contact', contact?.custom_fields)] },
    { words: 'Company', paths: [...paths('company'), ...ownPaths('company', company?.custom_fields)] },
    { words: 'Campaign', paths: [...paths('campaign'), 'campaign.settings.business_name'] },
    { words: 'Call', paths: paths('call') },
  ];
};
