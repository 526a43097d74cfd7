/** What a template may name. Ids of other things and switches of the product are none of a model's business. */
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

/** Characters that all values together may add: a long text that is named often must not make a prompt without end. */
export const INSERTED_MAX_CHARS = 100_000;

const VARIABLE = /\{\{([^{}]*)\}\}/g;
const ARRAY_INDEX = /^(0|[1-9]\d*)$/;

/** What a prompt may speak of; null or left out where the call has none. */
export type PromptSubjects = { [Name in Root]?: Readonly<Record<(typeof VARIABLES)[Name][number], unknown>> | null };

const isRoot = (name: string | undefined): name is Root => name !== undefined && Object.hasOwn(VARIABLES, name);

/** One step into free-form JSON; own properties only, so that no prototype is ever reached. */
const memberOf = (value: unknown, step: string): unknown => {
  if (Array.isArray(value)) return ARRAY_INDEX.test(step) ? value[Number(step)] : undefined;
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
  return (value as Record<string, unknown>)[step];
};

/** `contact.custom_fields.items[0].name` in steps; `items.0` says the same as `items[0]`. */
const stepsOf = (path: string): string[] =>
  path
    .replace(/\[\s*(\d+)\s*\]/g, '.$1')
    .split('.')
    .map((step) => step.trim());

const valueAt = (path: string, subjects: PromptSubjects): unknown => {
  const [root, field, ...deeper] = stepsOf(path);
  if (!isRoot(root) || field === undefined) return undefined;
  const isKnown = (VARIABLES[root] as readonly string[]).includes(field);
  return isKnown ? [field, ...deeper].reduce<unknown>(memberOf, subjects[root]) : undefined;
};

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};

/** Whatever is left of double braces, in a value or where two texts meet, would be a variable to the carrier. */
const withoutDoubleBraces = (text: string): string => text.replace(/\{(?=\{)/g, '{ ');

/**
 * The template with `{{contact.*}}`, `{{company.*}}`, `{{campaign.*}}` and `{{call.*}}` filled in, free-form data at any
 * depth (`{{contact.custom_fields.items[0].name}}`). Whatever is missing, unknown, a list or an object renders empty. Done
 * in one pass: a value never becomes a variable, and the result holds no `{{`.
 */
export const renderPrompt = (template: string, subjects: PromptSubjects): string => {
  let charsLeft = INSERTED_MAX_CHARS;
  const filled = template.replace(VARIABLE, (_, path: string) => {
    const text = textOf(valueAt(path, subjects)).slice(0, charsLeft);
    charsLeft -= text.length;
    return text;
  });
  return withoutDoubleBraces(filled).toWellFormed();
};
