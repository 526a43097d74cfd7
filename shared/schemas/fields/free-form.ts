import * as z from 'zod';
import type { Issue } from '#shared/domain/errors.ts';
import { brokenFreeFormKeys, depthOf, PROTOTYPE_KEYS } from './json-shape.ts';
import { charsIn } from './primitives.ts';

const FREE_FORM_MAX_BYTES = 64 * 1024;
const FREE_FORM_MAX_DEPTH = 16;

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

const NAMED_TEXTS_MAX = 50;
const NAMED_TEXT_MAX_CHARS = 2_000;
/** What a variable such as `{{variables.x}}` can name. */
const TEXT_NAME = /^[^\s.[\]{}]{1,64}$/;

const brokenTexts = (texts: Record<string, unknown>): Issue[] => [
  ...(Object.keys(texts).length > NAMED_TEXTS_MAX
    ? [{ path: '', message: `must have at most ${NAMED_TEXTS_MAX} entries` }]
    : []),
  ...Object.entries(texts).flatMap(([path, text]) => {
    if (!TEXT_NAME.test(path))
      return [{ path, message: 'must be named by 1 to 64 characters without white space, dots, brackets and braces' }];
    if (typeof text !== 'string') return [{ path, message: 'must be a text' }];
    return charsIn(text) > NAMED_TEXT_MAX_CHARS
      ? [{ path, message: `must have at most ${NAMED_TEXT_MAX_CHARS} characters` }]
      : [];
  }),
  ...brokenFreeFormKeys(texts),
];

/** Texts by name, without any structure. */
export const namedTexts = (what: string, example: Record<string, string>) =>
  z
    .unknown()
    .refine(isPlainObject, 'must be an object')
    .check(({ value, issues }) => {
      if (!isPlainObject(value)) return;
      for (const { path, message } of brokenTexts(value))
        issues.push({ code: 'custom', path: path === '' ? [] : [path], message, input: value });
    })
    .transform((value) => value as Record<string, string>)
    .meta({
      type: 'object',
      maxProperties: NAMED_TEXTS_MAX,
      propertyNames: { pattern: TEXT_NAME.source, not: { enum: PROTOTYPE_KEYS } },
      additionalProperties: { type: 'string', maxLength: NAMED_TEXT_MAX_CHARS },
      description: `${what} At most ${NAMED_TEXTS_MAX}.`,
      examples: [example],
    });

export const jsonObject = (what: string, example: Record<string, unknown>) =>
  z.record(z.string(), z.unknown()).meta({ description: what, examples: [example] });
