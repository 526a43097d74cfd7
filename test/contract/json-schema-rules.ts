import type { Components, JsonSchema } from '#infra/generate/json-schema.ts';

/**
 * What a JSON Schema says of a value, for the words of JSON Schema that our document uses; it shares no code with the
 * schemas that the document is made from.
 */
export type Accepts = (schema: JsonSchema | boolean, value: unknown) => boolean;

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

const isOfType = (types: string | string[] | undefined, value: unknown): boolean => {
  if (types === undefined) return true;
  const type = typeOf(value);
  return [types].flat().some((each) => each === type || (each === 'number' && type === 'integer'));
};

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** RFC 3339. */
const isDateTime = (text: string): boolean => {
  const fields = /^(\d{4})-(\d\d)-(\d\d)t(\d\d):(\d\d):(\d\d)(\.\d+)?(z|[+-]\d\d:\d\d)$/i.exec(text)?.slice(1, 7);
  const [year = 0, month = 0, day = 0, hour = 24, minute = 60, second = 61] = (fields ?? []).map(Number);
  return (
    month >= 1 && month <= 12 && day >= 1 && day <= lastDayOf(year, month) && hour < 24 && minute < 60 && second < 61
  );
};

const textRules = (
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format }: JsonSchema,
  text: string,
) => {
  const characters = [...text].length;
  const isInstant = format !== 'date-time' || isDateTime(text);
  return (
    characters >= minLength && characters <= maxLength && isInstant && (!pattern || new RegExp(pattern, 'u').test(text))
  );
};

const numberRules = (
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: JsonSchema,
  n: number,
) => n >= minimum && n <= maximum;

export const rulesOf = (components: Components): Accepts => {
  const arrayRules = ({ minItems = 0, maxItems = Number.POSITIVE_INFINITY, items }: JsonSchema, list: unknown[]) =>
    list.length >= minItems &&
    list.length <= maxItems &&
    list.every((item) => items === undefined || accepts(items as JsonSchema, item));
  const objectRules = (schema: JsonSchema, value: Record<string, unknown>): boolean => {
    const { properties = {}, required = [], additionalProperties = true, propertyNames = true } = schema;
    return (
      required.every((name) => Object.hasOwn(value, name)) &&
      Object.entries(value).every(
        ([name, each]) =>
          accepts(propertyNames as JsonSchema, name) &&
          accepts((properties[name] ?? additionalProperties) as JsonSchema, each),
      )
    );
  };
  const accepts: Accepts = (schema, value) => {
    if (typeof schema === 'boolean') return schema;
    const { $ref, anyOf, not, const: constant, enum: values, type } = schema;
    if ($ref) return accepts(components[$ref.split('/').at(-1) ?? ''] as JsonSchema, value);
    if (anyOf && !anyOf.some((each) => accepts(each as JsonSchema, value))) return false;
    if (not && accepts(not as JsonSchema, value)) return false;
    if (constant !== undefined && constant !== value) return false;
    if (values && !values.includes(value as never)) return false;
    if (!isOfType(type as string | undefined, value)) return false;
    if (typeof value === 'string') return textRules(schema, value);
    if (typeof value === 'number') return numberRules(schema, value);
    if (Array.isArray(value)) return arrayRules(schema, value);
    return value === null || typeof value !== 'object' || objectRules(schema, value as Record<string, unknown>);
  };
  return accepts;
};
