/** The fields that templates may use. Ids of other records and internal switches stay hidden from models. */
const VARIABLES = {
  contact: [
    'id',
    'first_name',
    'last_name',
    'email',
    'phone',
    'phone_secondary',
    'job_title',
    'lead_status',
    'source',
    'timezone',
    'preferred_contact_method',
    'notes',
    'custom_fields',
    'tags',
    'created_at',
    'updated_at',
  ],
  company: [
    'id',
    'name',
    'website',
    'industry',
    'company_size',
    'phone',
    'address_line1',
    'address_line2',
    'city',
    'state',
    'postal_code',
    'country',
    'notes',
    'custom_fields',
    'created_at',
    'updated_at',
  ],
  campaign: ['name', 'description', 'settings'],
  call: ['direction', 'from_number', 'to_number', 'attempt'],
} as const;
type Root = keyof typeof VARIABLES;

/** What was given with a single call. */
const OWN_VARIABLES = 'variables';

/** Characters that all values together may add, so that a long text used often cannot inflate a prompt. */
export const INSERTED_MAX_CHARS = 100_000;

/** With the space before it where a sentence goes on after it: "Hello {{contact.first_name}}," to nobody known is "Hello,". */
const VARIABLE = /( (?=\{\{[^{}]*\}\}[,.!?;:]))?\{\{([^{}]*)\}\}/g;
const ARRAY_INDEX = /^(0|[1-9]\d*)$/;

/** The records behind the variables, and the call's own `variables`; null or absent when the call has none. */
export type PromptSubjects = { [Name in Root]?: Readonly<Record<(typeof VARIABLES)[Name][number], unknown>> | null } & {
  variables?: Readonly<Record<string, string>> | undefined;
};

const isRoot = (name: string | undefined): name is Root => name !== undefined && Object.hasOwn(VARIABLES, name);

/** One step into free-form JSON; own properties only, so that prototypes stay out of reach. */
const memberOf = (value: unknown, step: string): unknown => {
  if (Array.isArray(value)) return ARRAY_INDEX.test(step) ? value[Number(step)] : undefined;
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
  return (value as Record<string, unknown>)[step];
};

/** Splits a path such as `contact.custom_fields.items[0].name`; `items.0` is the same as `items[0]`. */
const stepsOf = (path: string): string[] =>
  path
    .replace(/\[\s*(\d+)\s*\]/g, '.$1')
    .split('.')
    .map((step) => step.trim());

const valueAt = (path: string, subjects: PromptSubjects): unknown => {
  const [root, field, ...deeper] = stepsOf(path);
  if (root === OWN_VARIABLES)
    return field === undefined ? undefined : [field, ...deeper].reduce<unknown>(memberOf, subjects.variables);
  if (!isRoot(root) || field === undefined) return undefined;
  const isAllowed = (VARIABLES[root] as readonly string[]).includes(field);
  return isAllowed ? [field, ...deeper].reduce<unknown>(memberOf, subjects[root]) : undefined;
};

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};

/** The carrier would read double braces, from a value or where two texts meet, as its own variable. */
export const withoutDoubleBraces = (text: string): string => text.replace(/\{(?=\{)/g, '{ ');

/**
 * Fills in `{{contact.*}}`, `{{company.*}}`, `{{campaign.*}}`, `{{call.*}}` and `{{variables.*}}`, with free-form data at any depth
 * (`{{contact.custom_fields.items[0].name}}`). Missing or unknown names, lists and objects render empty. One pass, so
 * a value never becomes a variable; the result contains no `{{`.
 */
export const renderPrompt = (template: string, subjects: PromptSubjects): string => {
  let charsLeft = INSERTED_MAX_CHARS;
  const filled = template.replace(VARIABLE, (_, space: string | undefined, path: string) => {
    const text = textOf(valueAt(path, subjects)).slice(0, charsLeft);
    charsLeft -= text.length;
    return text === '' ? '' : `${space ?? ''}${text}`;
  });
  return withoutDoubleBraces(filled).toWellFormed();
};
