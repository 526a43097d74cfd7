import type * as z from 'zod';
import type { Issue } from '#shared/domain/errors.ts';

/** A value's type with its article: "an array"; a number as it is. */
export const typeName = (value: unknown): string => {
  if (value === null || typeof value === 'number') return String(value);
  return Array.isArray(value) ? 'an array' : `${/^[aeiou]/.test(typeof value) ? 'an' : 'a'} ${typeof value}`;
};

const TYPE_WORDS: Record<string, string> = {
  int: 'a whole number',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** The rule that a field breaks, in words; undefined keeps a schema's own message. */
const explain = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${TYPE_WORDS[issue.expected] ?? `a ${issue.expected}`}, not ${typeName(issue.input)}`;
    case 'invalid_value':
      if (issue.input === undefined) return 'is required';
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} characters`;
      if (issue.origin === 'array') return `must have at least ${issue.minimum} entries`;
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `must have at most ${issue.maximum} characters`;
      if (issue.origin === 'array') return `must have at most ${issue.maximum} entries`;
      return `must be at most ${issue.maximum}`;
    default:
      return undefined;
  }
};

/** Parses a value with a schema, or lists every problem in words. */
export const checkAgainst = <S extends z.ZodType>(
  schema: S,
  value: unknown,
): { data: z.output<S>; issues: [] } | { data: undefined; issues: Issue[] } => {
  const result = schema.safeParse(value, { error: explain });
  if (result.success) return { data: result.data, issues: [] };
  return {
    data: undefined,
    issues: result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  };
};
