import { type ApiDocument, meantBy, type Parameter, type Schema } from '#test/fuzz/document.ts';
import type { FuzzRequest } from './request.ts';

/** A place in a request that a schema rules, and how the request is with another value there. */
export interface Place {
  name: string;
  schema: Schema;
  /** The request with this value in the place; undefined leaves the place out. */
  with(value: unknown): FuzzRequest;
  isRequired: boolean;
  value: unknown;
  /** What the schema is about, of a value that stands in the place; texts of URLs stand for other types. */
  meaningOf(value: unknown): unknown;
  isText: boolean;
}

export type Key = string | number;

/** A copy with another value at the path. Fields are defined, so that one may be called `__proto__`. */
export const replaced = (whole: unknown, [key, ...rest]: Key[], value: unknown): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(whole)) return whole.map((each, at) => (at === key ? replaced(each, rest, value) : each));
  const fields = Object.entries(whole as object).filter(([name]) => name !== key);
  const before = Object.getOwnPropertyDescriptor(whole, key)?.value;
  const after = replaced(before, rest, value);
  return Object.fromEntries(after === undefined ? fields : [...fields, [String(key), after]]);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

interface Found {
  path: Key[];
  schema: Schema;
  value: unknown;
  isRequired: boolean;
}

/** Every place of a value, the value itself first. */
const placesIn = (document: ApiDocument, found: Found): Found[] => {
  const { path, value } = found;
  const schema = document.resolve(found.schema);
  if (schema.anyOf) {
    const branch = schema.anyOf.find((each) => document.accepts(each, value));
    const [, ...inside] = branch ? placesIn(document, { ...found, schema: branch }) : [];
    return [found, ...inside];
  }
  const { items, properties = {}, required = [] } = schema;
  const inside = Array.isArray(value)
    ? value.map((each, at) => ({ path: [...path, at], schema: items ?? {}, value: each, isRequired: true }))
    : Object.entries(properties)
        .filter(() => isObject(value))
        .map(([name, field]) => ({
          path: [...path, name],
          schema: field,
          value: (value as Record<string, unknown>)[name],
          isRequired: required.includes(name),
        }));
  return [found, ...inside.flatMap((each) => (each.value === undefined ? [each] : placesIn(document, each)))];
};

const placesOfBody = (document: ApiDocument, request: FuzzRequest): Place[] => {
  const { body, operation } = request;
  if (!operation.body || !body || !('value' in body)) return [];
  const whole = { path: [], schema: operation.body.schema, value: body.value, isRequired: false };
  return placesIn(document, whole).map(({ path, schema, value, isRequired }) => ({
    name: `body ${path.join('.')}`.trim(),
    schema,
    value,
    isRequired,
    isText: false,
    meaningOf: (each) => each,
    with: (each) => ({ ...request, body: { value: replaced(body.value, path, each) } }),
  }));
};

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const withParameter = (request: FuzzRequest, { name, in: place }: Parameter, value: unknown): FuzzRequest => {
  if (place === 'query') {
    const others = request.query.filter(([each]) => each !== name);
    return { ...request, query: value === undefined ? others : [...others, [name, asText(value)]] };
  }
  const part = place === 'path' ? 'path' : 'headers';
  return { ...request, [part]: { ...request[part], [name]: asText(value) } };
};

const placesOfParameters = (request: FuzzRequest): Place[] =>
  request.operation.parameters.map((parameter) => ({
    name: `${parameter.in} ${parameter.name}`,
    schema: parameter.schema,
    value: undefined,
    isRequired: parameter.required && parameter.in === 'query',
    isText: true,
    meaningOf: (text) => meantBy(parameter.schema, String(text)),
    with: (value) => withParameter(request, parameter, value),
  }));

export const placesOf = (document: ApiDocument, request: FuzzRequest): Place[] => [
  ...placesOfParameters(request),
  ...placesOfBody(document, request),
];
