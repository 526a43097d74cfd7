import type * as z from 'zod';
import { endpoints } from '#infra/catalog.ts';

/** Requests made from an endpoint's schemas: valid ones from their examples, and spoilt ones field by field. */

export type Endpoint = (typeof endpoints)[number];
type Part = 'params' | 'query' | 'body';
export type Input = Record<Part, Record<string, unknown>>;

/** One resource of each kind, by the prefix of its id, and the account's slug. */
export type Resources = Record<'team' | 'asst' | 'comp' | 'cont' | 'camp' | 'num' | 'call' | 'key' | 'dlv', string> & {
  slug: string;
};

/** Ids that nothing has. */
export const UNKNOWN: Resources = {
  slug: 'no-such-account',
  team: 'team_unknown',
  asst: 'asst_unknown',
  comp: 'comp_unknown',
  cont: 'cont_unknown',
  camp: 'camp_unknown',
  num: 'num_unknown',
  call: 'call_unknown',
  key: 'key_unknown',
  dlv: 'dlv_unknown',
};

export interface Field {
  part: Part;
  name: string;
  schema: z.ZodType;
}

export const tokenEndpoints: Endpoint[] = endpoints.filter(({ auth }) => (auth ?? 'bearer') === 'bearer');

export const fieldsOf = (endpoint: Endpoint): Field[] =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(endpoint[part]?.shape ?? {}).map(([name, schema]) => ({ part, name, schema: schema as z.ZodType })),
  );

export const isRequired = ({ schema }: Field): boolean => !schema.safeParse(undefined).success;

/** A field's example, even inside `optional`, `nullable` or `default`. */
const exampleOf = (schema: z.ZodType): unknown => {
  const examples = schema.meta()?.examples as unknown[] | undefined;
  if (examples) return examples[0];
  const { innerType, shape } = schema.def as { innerType?: z.ZodType; shape?: Record<string, z.ZodType> };
  if (innerType) return exampleOf(innerType);
  return shape && Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, exampleOf(field)]));
};

const EXAMPLE_ID = /^(team|asst|comp|cont|camp|num|call|key|dlv)_/;

/** Replaces the examples' ids by real ones, at any depth. */
const withRealIds = (value: unknown, resources: Resources): unknown => {
  if (typeof value === 'string') {
    const kind = EXAMPLE_ID.exec(value)?.[1] as keyof Resources | undefined;
    return kind ? resources[kind] : value;
  }
  if (Array.isArray(value)) return value.map((entry) => withRealIds(entry, resources));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withRealIds(entry, resources)]));
};

/** Whether a field names resources. Its example tells, which exposes an endpoint that forgets to check one. */
export const isReference = ({ name, schema }: Field): boolean => {
  const example = [exampleOf(schema)].flat()[0];
  return name === 'accountSlug' || (typeof example === 'string' && EXAMPLE_ID.test(example));
};

const realValueOf = (field: Field, resources: Resources): unknown =>
  field.name === 'accountSlug' ? resources.slug : withRealIds(exampleOf(field.schema), resources);

/** The required fields, and every field that names a resource. */
export const validInput = (endpoint: Endpoint, resources: Resources): Input => {
  const input: Input = { params: {}, query: {}, body: {} };
  for (const field of fieldsOf(endpoint)) {
    if (isRequired(field) || isReference(field)) input[field.part][field.name] = realValueOf(field, resources);
  }
  return input;
};

/** The same input with one field replaced; `undefined` leaves it out. */
export const withField = (input: Input, { part, name }: Field, value: unknown): Input => ({
  ...input,
  [part]: { ...input[part], [name]: value },
});

const WRONG: Record<Part, unknown[]> = {
  params: [],
  query: ['not right', ''],
  body: [{ nested: true }, 'not right'],
};

/** A value that the field refuses; undefined when it takes anything. */
export const wrongValueFor = ({ part, schema }: Field): unknown =>
  WRONG[part].find((value) => !schema.safeParse(value).success);

export const pathOf = (endpoint: Endpoint, { params, query }: Input): string => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
  return given.length > 0 ? `${path}?${search}` : path;
};

export const bodyTextOf = (endpoint: Endpoint, { body }: Input): string | undefined =>
  endpoint.body ? JSON.stringify(body) : undefined;
