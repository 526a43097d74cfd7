/** A JSON object of a template. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** One or many, as templates and policies write both. */
export const listOf = <Value>(value: Value | Value[] | undefined): Value[] =>
  value === undefined ? [] : ([value].flat() as Value[]);
