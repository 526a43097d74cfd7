import * as z from 'zod';
import { isKnownTimezone, ZONE_NAME } from '#shared/domain/campaign/call-window.ts';
import { defined } from '#shared/domain/lists.ts';

const NAME_MAX_CHARS = 200;
export const SHORT_TEXT_MAX_CHARS = 500;
const NOTES_MAX_CHARS = 20_000;
const TAGS_MAX = 100;

/** Checks only the shape, because unassignable numbers reserved for tests must pass too. */
const E164 = /^\+[1-9][0-9]{6,14}$/;

/** A character outside the basic plane is one to a reader and to JSON Schema, and two to JavaScript. */
export const charsIn = (text: string): number => [...text].length;

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

export const tags = z
  .array(textUpTo(NAME_MAX_CHARS).min(1))
  .max(TAGS_MAX)
  .meta({ description: 'Tags.', examples: [['vip']] });

/** A query parameter that is `true` or `false`. */
export const booleanText = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ examples: ['true'] });

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
