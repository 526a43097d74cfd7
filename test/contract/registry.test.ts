import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as registry from '#functions/registry.ts';
import { endpoints, fallback, PROJECT_ROOT, sites, streams, workers } from '#infra/catalog.ts';

/** Inputs that look like references to a resource of the caller, and why they are none. */
const NOT_A_RESOURCE: Record<string, string> = {
  templateId: 'one of the built-in templates',
  connectionId: "the carrier's own configuration",
  voice_id: 'a voice within the text-to-speech provider',
};

const REFERENCE = /^id$|(Id|Ids|Slug|_id|_ids|_slug)$/;

const functionFiles = globSync('functions/*/*.ts', { cwd: PROJECT_ROOT }).sort();

const camelCase = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const fieldsOf = ({ params, query, body }: (typeof endpoints)[number]): string[] =>
  [params, query, body].flatMap((fields) => Object.keys(fields?.shape ?? {}));

const perEndpoint = test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const));

perEndpoint('%s: every resource that the input names is loaded, and so checked for its owner', (_id, endpoint) => {
  const loaded = Object.values(endpoint.loads ?? {}) as string[];
  const references = fieldsOf(endpoint).filter((field) => REFERENCE.test(field) && !(field in NOT_A_RESOURCE));
  expect(references.filter((field) => !loaded.includes(field))).toEqual([]);
});

perEndpoint('%s: what it loads is in its input, and belongs to a caller', (_id, endpoint) => {
  const loaded = Object.values(endpoint.loads ?? {}) as string[];
  expect(loaded.filter((field) => !fieldsOf(endpoint).includes(field))).toEqual([]);
  if (loaded.length > 0) expect(endpoint.auth ?? 'bearer').toBe('bearer');
});

perEndpoint('%s: declares 403 and 404 when it loads, and 409 when it takes an Idempotency-Key', (_id, endpoint) => {
  const errors = endpoint.errors ?? [];
  if (Object.keys(endpoint.loads ?? {}).length > 0) expect(errors).toEqual(expect.arrayContaining([403, 404]));
  if (endpoint.method === 'POST' && (endpoint.auth ?? 'bearer') === 'bearer') expect(errors).toContain(409);
});

perEndpoint('%s: no field stands in two of path, query and body', (_id, endpoint) => {
  const fields = fieldsOf(endpoint);
  expect(fields).toEqual([...new Set(fields)]);
});

perEndpoint('%s: only a request with a body has one declared', (_id, endpoint) => {
  const { body, method } = endpoint;
  if (!body || ['POST', 'PUT', 'PATCH'].includes(method)) return;
  // Some clients cannot send a body with DELETE, so nothing in it may be required.
  expect([method, body.safeParse({}).success]).toEqual(['DELETE', true]);
});

test('every endpoint that takes a token says which role it needs, and no other does', () => {
  const isBearer = ({ auth = 'bearer' }: (typeof endpoints)[number]) => auth === 'bearer';
  expect(endpoints.filter((endpoint) => isBearer(endpoint) === (endpoint.role === null)).map(({ id }) => id)).toEqual(
    [],
  );
});

test('no exception outlives its field', () => {
  const fields = endpoints.flatMap(fieldsOf);
  expect(Object.keys(NOT_A_RESOURCE).filter((field) => !fields.includes(field))).toEqual([]);
});

test('no two endpoints or pages share method and path', () => {
  const routed = [...endpoints, ...sites.flatMap((site) => site.routes)];
  const routes = routed.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(routes).toEqual([...new Set(routes)]);
});

test('every file below functions/ is in the registry, and everything in the registry has its file', () => {
  const catalogued = [...endpoints, ...streams, ...workers, ...sites, ...(fallback ? [fallback] : [])];
  expect(catalogued.map(({ file }) => file).sort()).toEqual(functionFiles.map((file) => join(PROJECT_ROOT, file)));
});

test.each(functionFiles)('%s exports its one function, nothing else', async (file) => {
  const name = camelCase(basename(file, '.ts'));
  const module = (await import(join(PROJECT_ROOT, file))) as Record<string, { handler?: unknown }>;
  expect(Object.keys(module)).toEqual([name]);
  expect(module[name]).toBe((registry as Record<string, unknown>)[name]);
  expect(typeof module[name]?.handler).toBe('function');
});
