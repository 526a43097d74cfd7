import * as z from 'zod';
import { brokenFreeFormKeys, depthOf, PROTOTYPE_KEYS } from './json-shape.ts';

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

export const jsonObject = (what: string, example: Record<string, unknown>) =>
  z.record(z.string(), z.unknown()).meta({ description: what, examples: [example] });
