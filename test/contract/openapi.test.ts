import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { endpoints } from '#infra/catalog.ts';
import { errorSchemas } from '#infra/generate/error-responses.ts';
import { acceptedExample, exampleOf } from '#infra/generate/example.ts';
import { type Components, toJsonSchema } from '#infra/generate/json-schema.ts';
import { type Operation, toOpenApi } from '#infra/generate/openapi.ts';
import type { Parameter } from '#infra/generate/parameters.ts';

const document = toOpenApi(endpoints, '1.2.3');

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

const operationOf = (id: string): Operation => {
  const found = operations.find(({ operation }) => operation.operationId === id);
  if (!found) throw new Error(`The document has no operation ${id}.`);
  return found.operation;
};

const ownParameters = ({ parameters = [] }: Operation, place: Parameter['in']): Parameter[] =>
  parameters.filter((parameter): parameter is Parameter => 'in' in parameter && parameter.in === place);

/** As the parameters stand in a URL; one that excludes another is not shown. */
const texts = (parameters: Parameter[]) =>
  Object.fromEntries(
    parameters.filter(({ example }) => example !== undefined).map(({ name, example }) => [name, String(example)]),
  );

const jsonOf = (response: Operation['responses'][string] | undefined) => {
  if (!response || !('content' in response)) throw new Error('The response is not described in place.');
  return response.content['application/json'];
};

const refsIn = (value: unknown): string[] => {
  if (value === null || typeof value !== 'object') return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(refsIn)];
};

const resolve = (ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);

test('every endpoint of the registry is one operation, under its own id', () => {
  const described = operations.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`);
  expect(described.sort()).toEqual(endpoints.map(({ id, method, path }) => `${id} ${method} ${path}`).sort());
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(endpoints.length);
});

test('every reference leads somewhere, and every component is referred to', () => {
  const refs = refsIn(document);
  expect(refs.filter((ref) => resolve(ref) === undefined)).toEqual([]);
  const { securitySchemes: _schemes, ...referable } = document.components;
  const names = Object.entries(referable).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `#/components/${kind}/${name}`),
  );
  expect(names.filter((name) => !refs.includes(name))).toEqual([]);
});

test('the version is the one of the package', () => {
  expect(document.info.version).toBe('1.2.3');
});

test('the order of the registry does not change the document', () => {
  expect(JSON.stringify(toOpenApi([...endpoints].reverse(), '1.2.3'))).toBe(JSON.stringify(document));
});

test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s: what the document shows is accepted by the endpoint',
  (id, endpoint) => {
    const operation = operationOf(id);
    if (endpoint.params) endpoint.params.parse(texts(ownParameters(operation, 'path')));
    if (endpoint.query) endpoint.query.parse(texts(ownParameters(operation, 'query')));
    if (endpoint.body) endpoint.body.parse(operation.requestBody?.content['application/json'].example);
    const readsBody = endpoint.body !== undefined || (endpoint.method === 'DELETE' && endpoint.query !== undefined);
    expect(operation.requestBody !== undefined).toBe(readsBody);
    endpoint.output.parse(jsonOf(operation.responses[200]).example);
  },
);

test.each(operations.map(({ path, operation }) => [operation.operationId, path, operation] as const))(
  '%s: the parameters in the path are those declared',
  (_id, path, operation) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = ownParameters(operation, 'path');
    expect(declared.map(({ name }) => name).sort()).toEqual(inPath.sort());
    expect(declared.every(({ required }) => required)).toBe(true);
  },
);

test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s: security, headers and refusals follow from its declaration',
  (id, endpoint) => {
    const operation = operationOf(id);
    const isBearer = (endpoint.auth ?? 'bearer') === 'bearer';
    const others = endpoint.auth === 'session' ? [{ sessionCookie: [] }] : [];
    expect(operation.security).toEqual(isBearer ? undefined : others);
    expect(ownParameters(operation, 'header').length > 0).toBe(typeof endpoint.auth === 'function');
    const takesKey = refsIn(operation.parameters).includes('#/components/parameters/IdempotencyKey');
    expect(takesKey).toBe(isBearer && endpoint.method === 'POST');
    const expected = [200, 413, 500, ...(endpoint.errors ?? [])];
    if (endpoint.auth !== 'none') expected.push(401);
    if (isBearer || endpoint.auth === 'session') expected.push(429);
    if (endpoint.params || endpoint.query || endpoint.body) expected.push(400);
    // A suspended account is forbidden everything, and a role or another origin may forbid whatever is not a GET.
    if (isBearer || endpoint.auth === 'session') expected.push(403);
    expect(Object.keys(operation.responses).sort()).toEqual([...new Set(expected.map(String))].sort());
  },
);

test('a token and a session’s cookie open the same', () => {
  expect(document.security).toEqual([{ bearerAuth: [] }, { sessionCookie: [] }]);
  expect(document.components.securitySchemes).toMatchObject({
    bearerAuth: { type: 'http', scheme: 'bearer' },
    sessionCookie: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
  });
});

test('a 401 and a 403 have their exact bodies, and a purchase explains the limit of the plan', () => {
  const { UnauthorizedError, ForbiddenError } = errorSchemas();
  expect(UnauthorizedError?.properties).toEqual({ error: { type: 'string', const: 'Unauthorized' } });
  expect(ForbiddenError?.properties).toEqual({ error: { type: 'string', const: 'Forbidden' } });
  const refusals = refsIn(resolve((operationOf('purchasePhoneNumber').responses[403] as { $ref: string }).$ref));
  expect(refusals).toEqual(expect.arrayContaining(['#/components/schemas/PlanLimitError']));
});

test('numbers and switches of a query are described as what they mean', () => {
  const schemas = new Map(
    ownParameters(operationOf('listContacts'), 'query').map(({ name, schema }) => [name, schema]),
  );
  expect(schemas.get('limit')).toMatchObject({ type: 'integer', default: 50, minimum: 1 });
  expect(schemas.get('hasPhone')).toEqual({ type: 'boolean' });
});

test('a schema with an id becomes a component, and examples of transformed fields are kept', () => {
  const components: Components = {};
  const Colour = z
    .object({
      hex: z
        .string()
        .transform(Number)
        .meta({ examples: ['12'] }),
    })
    .meta({ id: 'Colour' });
  const schema = toJsonSchema(z.object({ favourite: Colour, others: z.array(Colour) }), 'input', components);
  expect(schema.properties?.favourite).toEqual({ $ref: '#/components/schemas/Colour' });
  expect(components.Colour).toMatchObject({ type: 'object', required: ['hex'] });
  expect(exampleOf(schema, components)).toEqual({ favourite: { hex: '12' }, others: [{ hex: '12' }] });
});

test('two different schemas under one id are refused', () => {
  const components: Components = {};
  const transforming = z.string().transform(Number).pipe(z.number()).meta({ id: 'Text' });
  toJsonSchema(transforming, 'input', components);
  expect(() => toJsonSchema(transforming, 'output', components)).toThrow(/"Text"/);
});

test('where fields exclude each other, the example leaves some out', () => {
  const schema = z
    .object({ id: z.string(), a: z.int().optional(), b: z.int().optional() })
    .refine(({ a, b }) => a === undefined || b === undefined);
  const json = toJsonSchema(schema, 'input', {});
  expect(acceptedExample(schema, json, {})).toEqual({ id: 'text', a: 1 });
});
