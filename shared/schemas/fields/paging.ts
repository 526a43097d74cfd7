import * as z from 'zod';
import { fieldsRule } from './primitives.ts';

const LIST_LIMIT_DEFAULT = 50;
export const LIST_LIMIT_MAX = 200;
const CURSOR_MAX_CHARS = 1_000;

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

export const cursorAlone = fieldsRule<{ cursor?: unknown; offset?: unknown }>(
  'offset',
  'must not be given together with cursor',
  ({ cursor, offset }) => cursor === undefined || offset === undefined,
);
