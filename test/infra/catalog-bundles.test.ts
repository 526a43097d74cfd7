import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import type { Bundle } from '#infra/aws/bundle.ts';
import { bundleCatalog } from '#infra/aws/bundle-catalog.ts';
import { endpoints, fallback, streams, workers } from '#infra/catalog.ts';
import type { Capability } from '#shared/runtime/capabilities.ts';
import { temporaryFolder } from './temporary-folder.ts';

const BUNDLING_TIMEOUT_MS = 60_000;

const out = temporaryFolder();
const ids = [...endpoints, ...workers, ...(fallback ? [fallback] : [])].map(({ id }) => id);
const streamIds = streams.map(({ id }) => id);

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

let bundles: Bundle[] = [];

beforeAll(async () => {
  bundles = await bundleCatalog(out);
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

/** What Lambda's runtime has for functions that stream, writing to one text. */
const RUNTIME = `
  globalThis.awslambda = {
    streamifyResponse: (handle) => handle,
    HttpResponseStream: {
      from: (stream, metadata) => Object.assign(stream, { metadata }),
    },
  };
  const stream = { text: '', write(piece) { this.text += piece; }, end() { this.ended = true; } };`;

test('a stream loads where nothing can stream, and answers where Lambda can', () => {
  const addresses = JSON.stringify(streamIds.map(addressOf));
  expect(run(`console.log((await Promise.all(${addresses}.map((file) => import(file)))).length);`)).toBe('1');
  const event = JSON.stringify(requestTo('POST', '/llm/chat/completions'));
  const script = `${RUNTIME}
    const { handler } = await import(${JSON.stringify(addressOf('completeChat'))});
    await handler(${event}, stream, { awsRequestId: 'r' });
    console.log(JSON.stringify(stream));`;
  expect(JSON.parse(run(script, { TABLE_NAME: 'table', MODEL_ENDPOINT_SECRET: 'secret' }))).toEqual({
    metadata: { statusCode: 401, headers: { 'content-type': 'application/json' } },
    text: '{"error":{"message":"Unauthorized"}}',
    ended: true,
  });
});

const VERIFIER_OF_TELNYX = /^node_modules\/telnyx\/(lib\/webhooks|core\/error|internal\/)/;

/** Code that only functions with one of these capabilities may hold. */
const CONFINED: [RegExp, (capability: Capability) => boolean][] = [
  [/node_modules\/(ai|@ai-sdk|@vercel)\//, (capability) => capability === 'languageModels'],
  [/node_modules\/telnyx\//, (capability) => capability === 'telephony' || capability === 'carrierWebhook'],
  [/@aws-sdk\/client-s3\//, (capability) => capability.startsWith('recordings:')],
  [/@aws-sdk\/s3-request-presigner\//, (capability) => capability.startsWith('recordings:')],
  [
    /@aws-sdk\/client-secrets-manager\//,
    (capability) => capability.startsWith('secret:') || ['languageModels', 'telephony'].includes(capability),
  ],
  [/@aws-sdk\/client-sqs\//, (capability) => capability.endsWith('Queue:send')],
  [/@aws-sdk\/client-scheduler\//, (capability) => capability.endsWith('chedules:write')],
  [/@aws-sdk\/(client|lib)-dynamodb\//, (capability) => capability.startsWith('table:')],
];

test.each(CONFINED)('only functions that need it hold %s, and they do', (code, needs) => {
  const holding = bundles.filter(({ files }) => files.some((file) => code.test(file))).map(({ id }) => id);
  const needing = bundles.filter(({ capabilities }) => capabilities.some(needs)).map(({ id }) => id);
  expect(holding.toSorted()).toEqual(needing.toSorted());
  expect(holding).not.toEqual([]);
});

test('who only verifies the carrier’s webhooks holds what does that, and not the rest of its SDK', () => {
  const verifiers = bundles.filter(
    ({ capabilities }) => capabilities.includes('carrierWebhook') && !capabilities.includes('telephony'),
  );
  expect(verifiers.map(({ id }) => id)).toEqual(['receiveCallEvent']);
  const files = verifiers.flatMap((bundle) => bundle.files).filter((file) => file.includes('node_modules/telnyx/'));
  for (const file of files) expect(file).toMatch(VERIFIER_OF_TELNYX);
});
