import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { bundleCatalog } from '#infra/aws/bundle-catalog.ts';
import { endpoints, fallback, workers } from '#infra/catalog.ts';
import { temporaryFolder } from './temporary-folder.ts';

const BUNDLING_TIMEOUT_MS = 60_000;

const out = temporaryFolder();
const ids = [...endpoints, ...workers, ...(fallback ? [fallback] : [])].map(({ id }) => id);

const addressOf = (id: string) => pathToFileURL(join(out, id, 'index.mjs')).href;

/** Runs a script in a process of its own with no environment but `variables`; answers the last line it prints. */
const run = (script: string, variables: Record<string, string> = {}): string => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: variables });
  expect(stderr.toString()).toBe('');
  return stdout.toString().trim().split('\n').at(-1) ?? '';
};

const requestTo = (method: string, path: string) => ({
  version: '2.0',
  routeKey: `${method} ${path}`,
  rawPath: path,
  rawQueryString: '',
  headers: {},
  requestContext: { requestId: 'r', stage: '$default', http: { method, path, sourceIp: '192.0.2.1' } },
  isBase64Encoded: false,
});

const statusOf = (id: string, method: string, path: string, variables?: Record<string, string>): number => {
  const event = JSON.stringify(requestTo(method, path));
  const script = `
    const { handler } = await import(${JSON.stringify(addressOf(id))});
    console.log((await handler(${event}, { awsRequestId: 'r' })).statusCode);`;
  return Number(run(script, variables));
};

beforeAll(async () => {
  await bundleCatalog(out);
}, BUNDLING_TIMEOUT_MS);

test('every function of the product is bundled and loads in an empty environment', () => {
  const imports = `await Promise.all(${JSON.stringify(ids.map(addressOf))}.map((file) => import(file)))`;
  const handlers = run(`console.log((${imports}).filter(({ handler }) => typeof handler === 'function').length);`);
  expect(Number(handlers)).toBe(ids.length);
});

test('functions that touch no data answer without a table', () => {
  expect(statusOf('getHealth', 'GET', '/api/health')).toBe(200);
  expect(statusOf('getOpenapi', 'GET', '/api/openapi.json')).toBe(200);
  expect(statusOf('answerUnknownRoute', 'GET', '/nowhere')).toBe(404);
});

test('a request without a token or a signature is refused before any data is touched', () => {
  expect(statusOf('listContacts', 'GET', '/api/crm/contacts')).toBe(401);
  const carrierPublicKey = { CARRIER_PUBLIC_KEY: `${'A'.repeat(43)}=` };
  expect(statusOf('receiveCallEvent', 'POST', '/api/db/webhook', carrierPublicKey)).toBe(401);
  expect(statusOf('receiveBillingEvent', 'POST', '/api/billing/webhook')).toBe(401);
});
