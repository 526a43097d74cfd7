import * as z from 'zod';
import { isKnownTimezone, ZONE_NAME } from '#shared/domain/campaign/call-window.ts';
import { defined } from '#shared/domain/lists.ts';
import { brokenFreeFormKeys, depthOf, PROTOTYPE_KEYS } from './json-shape.ts';

const NAME_MAX_CHARS = 200;
export const SHORT_TEXT_MAX_CHARS = 500;
const NOTES_MAX_CHARS = 20_000;
const FREE_FORM_MAX_BYTES = 64 * 1024;
const FREE_FORM_MAX_DEPTH = 16;
const TAGS_MAX = 100;
const LIST_LIMIT_DEFAULT = 50;
export const LIST_LIMIT_MAX = 200;
const CURSOR_MAX_CHARS = 1_000;

/** Checks only the shape, because unassignable numbers reserved for tests must pass too. */
const E164 = /^\+[1-9][0-9]{6,14}$/;

/** A character outside the basic plane is one to a reader and to JSON Schema, and two to JavaScript. */
const charsIn = (text: string): number => [...text].length;

/** A text of at most so many characters, counted as JSON Schema counts them. */
export const textUpTo = (maxChars: number) =>
  z
    .string()
    .refine((text) => text.length <= maxChars || charsIn(text) <= maxChars, `must have at most ${maxChars} characters`)
    .meta({ maxLength: maxChars });

export const id = (kind: string, example: string) =>
  textUpTo(NAME_MAX_CHARS)
    .min(1)
    .meta({ description: `Identifier of the ${kind}.`, examples: [example] });

/** White space around it is dropped, and it must hold something else. */
export const name = (what: string, example: string) =>
  textUpTo(NAME_MAX_CHARS)
    .regex(/\S/, 'must not be empty')
    .trim()
    .meta({ description: what, examples: [example] });

export const shortText = (what: string, example: string) =>
  textUpTo(SHORT_TEXT_MAX_CHARS).meta({ description: what, examples: [example] });

export const longText = (what: string, example: string, maxChars = NOTES_MAX_CHARS) =>
  textUpTo(maxChars).meta({ description: what, examples: [example] });

export const phone = z
  .string()
  .regex(E164, 'must be a phone number in E.164 form, such as +14155550100')
  .meta({ description: 'Phone number in E.164 form.', examples: ['+14155550100'] });

export const timezone = z
  .string()
  .refine(isKnownTimezone, 'must be an IANA timezone, such as Europe/Berlin')
  .meta({
    description: 'IANA timezone; no raw offset.',
    format: 'iana-timezone',
    pattern: ZONE_NAME.source,
    examples: ['America/New_York'],
  });

export const timestamp = z
  .string()
  .meta({ description: 'ISO 8601 timestamp.', examples: ['2026-03-02T15:00:00.000Z'] });

/** RFC 3339, in upper case, without leap seconds. */
const INSTANT =
  /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/;

/** Checks the calendar too, because Date would accept 30 February. */
const isInstant = (text: string): boolean => {
  if (!INSTANT.test(text) || Number.isNaN(Date.parse(text))) return false;
  const wallClock = text.slice(0, 16);
  return new Date(`${wallClock}Z`).toISOString().startsWith(wallClock);
};

/** An instant in a request: ISO 8601 with seconds and a zone (`Z` or an offset), converted to UTC. */
export const instant = z
  .string()
  .refine(isInstant, 'must be an ISO 8601 time with seconds and a zone, such as 2026-03-02T15:00:00Z')
  .transform((text) => new Date(text).toISOString())
  .meta({
    description: 'ISO 8601 time with a zone.',
    format: 'date-time',
    pattern: INSTANT.source,
    examples: ['2026-03-02T15:00:00Z'],
  });

export const wallClock = z
  .string()
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time of day as HH:MM, 00:00 to 23:59')
  .meta({ description: 'Time of day, HH:MM.', examples: ['09:00'] });

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const FREE_FORM_VALUE = { $ref: '#/components/schemas/FreeFormValue' };
const FREE_FORM_FIELDS = { propertyNames: { not: { enum: PROTOTYPE_KEYS } }, additionalProperties: FREE_FORM_VALUE };

/** What stands at any depth of a free-form object, for the API's document. */
export const FreeFormValue = {
  description: 'Any JSON value; no key in it names a prototype.',
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'array', items: FREE_FORM_VALUE },
    { type: 'object', ...FREE_FORM_FIELDS },
  ],
};

/** A free-form JSON object, kept unchanged. */
export const freeForm = (what: string, example: Record<string, unknown>) =>
  z
    .unknown()
    .refine(isPlainObject, 'must be an object')
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value) ?? '') <= FREE_FORM_MAX_BYTES,
      `must be at most ${FREE_FORM_MAX_BYTES / 1024} KB as JSON`,
    )
    .refine((value) => depthOf(value) <= FREE_FORM_MAX_DEPTH, `must be nested at most ${FREE_FORM_MAX_DEPTH} deep`)
    .check(({ value, issues }) => {
      for (const { path, message } of brokenFreeFormKeys(value)) {
        issues.push({ code: 'custom', path: [path], message, input: value });
      }
    })
    .transform((value) => value as Record<string, unknown>)
    .meta({
      type: 'object',
      ...FREE_FORM_FIELDS,
      description: `${what} At most ${FREE_FORM_MAX_BYTES / 1024} KB as JSON, nested at most ${FREE_FORM_MAX_DEPTH} deep.`,
      examples: [example],
    });

export const jsonObject = (what: string, example: Record<string, unknown>) =>
  z.record(z.string(), z.unknown()).meta({ description: what, examples: [example] });

export const tags = z
  .array(textUpTo(NAME_MAX_CHARS).min(1))
  .max(TAGS_MAX)
  .meta({ description: 'Tags.', examples: [['vip']] });

/** A query parameter that is `true` or `false`. */
export const booleanText = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ examples: ['true'] });

/** Digits of a whole number in a URL. */
const WHOLE_NUMBER_MAX = 999_999_999_999_999;

const wholeNumber = (rule: string, minimum: number) =>
  z
    .string()
    .regex(/^(0|[1-9][0-9]{0,14})$/, rule)
    .transform(Number)
    .refine((value) => value >= minimum, rule)
    .meta({ type: 'integer', minimum, maximum: WHOLE_NUMBER_MAX });

/** Values above the maximum are clamped; the response shows the applied limit. */
const listLimit = wholeNumber('must be a whole number of at least 1', 1)
  .transform((value) => Math.min(value, LIST_LIMIT_MAX))
  .default(LIST_LIMIT_DEFAULT)
  .meta({ description: `Rows to return; more than ${LIST_LIMIT_MAX} become ${LIST_LIMIT_MAX}.`, examples: ['50'] });

const wholeOffset = wholeNumber('must be a whole number of at least 0', 0);

const listOffset = wholeOffset.default(0).meta({ description: 'Rows to skip.', examples: ['0'] });

export const listPage = { limit: listLimit, offset: listOffset };

/** A list's filter by one of these values. */
export const oneOfFilter = <const Values extends readonly string[]>(values: Values, example: Values[number]) =>
  z
    .enum(values)
    .optional()
    .meta({ examples: [example] });

/** A list's filter by a text. */
export const textFilter = (example: string, description?: string) =>
  z
    .string()
    .optional()
    .meta({ ...(description && { description }), examples: [example] });

export const listFields = {
  count: z.int().meta({ description: 'Matches before paging.', examples: [1] }),
  limit: z.int().meta({ examples: [LIST_LIMIT_DEFAULT] }),
  offset: z.int().meta({ examples: [0] }),
};

/** Pages of a list that grows without end: by `cursor`, or by `offset` as other lists. Goes with `cursorAlone`. */
export const cursorPage = {
  limit: listLimit,
  offset: wholeOffset
    .optional()
    .meta({ description: 'Rows to skip, 0 by default; not together with `cursor`.', examples: ['0'] }),
  cursor: z
    .string()
    .min(1)
    .max(CURSOR_MAX_CHARS)
    .optional()
    .meta({ description: "The `next_cursor` of the page before; the other filters must be that page's." }),
};

export const cursorFields = {
  count: z.int().meta({
    description: 'Matches before paging, counted up to 10,000 for the page without a cursor; later pages repeat it.',
    examples: [1],
  }),
  count_is_exact: z.boolean().meta({ description: 'False if there may be more than `count`.', examples: [true] }),
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: 'Give it as `cursor` for the next page; null at the end.', examples: [null] }),
  limit: listFields.limit,
  offset: listFields.offset,
};

export const success = z.literal(true).meta({ examples: [true] });

export const accountSlug = textUpTo(NAME_MAX_CHARS)
  .min(1)
  .meta({ description: 'Slug of your account.', examples: ['demo'] });

/**
 * A rule over several fields of an object. It also runs when single fields are wrong, to report every problem at once,
 * so it must accept values of any type.
 */
export const fieldsRule = <Fields extends object>(path: string, message: string, holds: (fields: Fields) => boolean) =>
  z.refine<Fields>(holds, {
    path: [path],
    error: message,
    when: ({ value }) => value !== null && typeof value === 'object',
  });

export const cursorAlone = fieldsRule<{ cursor?: unknown; offset?: unknown }>(
  'offset',
  'must not be given together with cursor',
  ({ cursor, offset }) => cursor === undefined || offset === undefined,
);

export const Cost = z
  .object({
    seconds: z.int().meta({ description: 'Seconds of conversation.', examples: [42] }),
    input_tokens: z.int().meta({ description: 'Tokens that the language model read.', examples: [1850] }),
    output_tokens: z.int().meta({ description: 'Tokens that the language model wrote.', examples: [160] }),
    carrier_usd: z.string().meta({ description: 'The reported charge in US dollars.', examples: ['0.0100'] }),
  })
  .meta({ id: 'Cost', description: 'Usage so far; the carrier reports its charge some time after the call.' });

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** The given fields of a request under their names in the record; null is a value. */
export const recordFields = <Given extends object>(
  given: Given,
): { [Name in keyof Given & string as SnakeCase<Name>]?: Exclude<Given[Name], undefined> } =>
  Object.fromEntries(
    Object.entries(defined(given)).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  ) as never;
