import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Capability } from '#shared/ports/capabilities.ts';
import { SAFE_HEADERS } from '#shared/runtime/http/safe-headers.ts';
import type { BundledProduct } from './bundle-product.ts';
import type { BundleCall } from './call-bundles.ts';
import { callBundles, ownFile, runNode } from './run-node.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** esbuild's process ends when it has bundled: until then, tidying up the 1.5 GB that it takes is in vain. */
const NO_GARBAGE_COLLECTION = { GOGC: 'off' };

const out = temporaryFolder();
const fileOf = (id: string) => join(out, id, 'index.mjs');

const requestTo = (method: string, path: string) => ({
  version: '2.0',
  routeKey: `${method} ${path}`,
  rawPath: path,
  rawQueryString: '',
  headers: {},
  requestContext: { requestId: 'r', stage: '$default', http: { method, path, sourceIp: '192.0.2.1' } },
  isBase64Encoded: false,
});

const request = (id: string, method: string, path: string, variables: Record<string, string> = {}): BundleCall => ({
  file: fileOf(id),
  event: requestTo(method, path),
  variables: { CORS_ALLOWED_ORIGINS: '*', ...variables },
});

const status = (statusCode: number) => ({ answer: expect.objectContaining({ statusCode }) });

let product: BundledProduct;

beforeAll(async () => {
  product = await runNode([ownFile('bundle-product.ts'), out], NO_GARBAGE_COLLECTION);
});

test('every function of the product is bundled and loads in an empty environment', async () => {
  const { ids } = product;
  const outcomes = await callBundles(ids.map((id) => ({ file: fileOf(id) })));
  expect(outcomes.map((outcome, n) => ({ id: ids[n], ...outcome }))).toEqual(
    ids.map((id) => ({ id, answer: 'function' })),
  );
});

test('functions that touch no data answer without a table', async () => {
  const outcomes = await callBundles([
    request('getHealth', 'GET', '/api/health'),
    request('getOpenapi', 'GET', '/api/openapi.json'),
    request('answerUnknownRoute', 'GET', '/nowhere'),
  ]);
  expect(outcomes).toEqual([status(200), status(200), status(404)]);
});

test('the dashboard lies beside its function, which answers with it', async () => {
  const variables = { SITE_DIR: join(out, 'serveDashboard', 'site'), RECORDINGS_ORIGIN: 'https://calls.s3.example' };
  const call = request('serveDashboard', 'GET', '/', variables);
  const answer = expect.objectContaining({ statusCode: 200, isBase64Encoded: true });
  expect(await callBundles([call])).toEqual([{ answer }]);
});

test('a request without a token or a signature is refused before any data is touched', async () => {
  const carrier = { TELEPHONY_PROVIDER: 'simulated', CARRIER_PUBLIC_KEY: `${'A'.repeat(43)}=` };
  const outcomes = await callBundles([
    request('listContacts', 'GET', '/api/crm/contacts'),
    request('receiveCallEvent', 'POST', '/api/db/webhook', carrier),
    request('receiveBillingEvent', 'POST', '/api/billing/webhook'),
  ]);
  expect(outcomes).toEqual([status(401), status(401), status(401)]);
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

test('a stream loads where nothing can stream, and answers where Lambda can', async () => {
  const loaded = await callBundles(product.streamIds.map((id) => ({ file: fileOf(id) })));
  expect(loaded).toEqual([{ answer: expect.any(String) }]);
  const script = `${RUNTIME}
    const { handler } = await import(${JSON.stringify(fileOf('completeChat'))});
    await handler(${JSON.stringify(requestTo('POST', '/llm/chat/completions'))}, stream, { awsRequestId: 'r' });
    console.log(JSON.stringify(stream));`;
  const variables = { TABLE_NAME: 'table', MODEL_ENDPOINT_SECRET: 'secret' };
  expect(await runNode(['--input-type=module', '-e', script], variables)).toEqual({
    metadata: { statusCode: 401, headers: { ...SAFE_HEADERS, 'content-type': 'application/json' } },
    text: '{"error":{"message":"Unauthorized"}}',
    ended: true,
  });
});

const VERIFIER_OF_TELNYX = /^node_modules\/telnyx\/(lib\/webhooks|core\/error|internal\/)/;

/** Their adapters can make links to objects. */
const LINKING: Capability[] = ['recordings:write', 'recordings:link', 'exports:write'];

/** Code that only functions with one of these capabilities may hold. */
const CONFINED: [RegExp, (capability: Capability) => boolean][] = [
  [/node_modules\/(ai|@ai-sdk|@vercel)\//, (capability) => capability === 'languageModels'],
  [/node_modules\/telnyx\//, (capability) => capability === 'telephony' || capability === 'carrierWebhook'],
  [/node_modules\/libphonenumber-js\//, (capability) => capability === 'numberingPlan'],
  [/@aws-sdk\/client-s3\//, (capability) => /^(recordings|exports|erasureLog):/.test(capability)],
  [/@aws-sdk\/s3-request-presigner\//, (capability) => LINKING.includes(capability)],
  [
    /@aws-sdk\/client-secrets-manager\//,
    (capability) => capability.startsWith('secret:') || ['languageModels', 'lines', 'telephony'].includes(capability),
  ],
  [/@aws-sdk\/client-sqs\//, (capability) => capability.endsWith('Queue:send')],
  [/@aws-sdk\/client-scheduler\//, (capability) => capability.endsWith('chedules:write')],
  [/@aws-sdk\/(client|lib)-dynamodb\//, (capability) => capability.startsWith('table:')],
];

test.each(CONFINED)('only functions that need it hold %s, and they do', (code, needs) => {
  const { bundles } = product;
  const holding = bundles.filter(({ files }) => files.some((file) => code.test(file))).map(({ id }) => id);
  const needing = bundles.filter(({ capabilities }) => capabilities.some(needs)).map(({ id }) => id);
  expect(holding.toSorted()).toEqual(needing.toSorted());
  expect(holding).not.toEqual([]);
});

/** What packages have for others than us; a new release may keep it elsewhere, and then it would be back. */
const LEFT_OUT = [
  /@smithy\/core\/.*\/shared-ini-file-loader\/(readFile|parseIni)\.js$/,
  /@smithy\/core\/.*\/event-streams\/EventStreamSerde\.js$/,
  /@aws-sdk\/(credential-provider-(sso|ini|process|web-identity)|nested-clients)\//,
  /node_modules\/mnemonist\//,
  /node_modules\/telnyx\/resources\/(messaging|porting|storage|ai\/assistants)/,
  /node_modules\/libphonenumber-js\/es6\//,
];

test.each(LEFT_OUT)('no function holds %s', (code) => {
  const holding = product.bundles.filter(({ files }) => files.some((file) => code.test(file)));
  expect(holding.map(({ id }) => id)).toEqual([]);
});

test('every bundle is plain ASCII', () => {
  for (const { id } of product.bundles)
    expect([id, /[^\p{ASCII}]/u.test(readFileSync(fileOf(id), 'utf8'))]).toEqual([id, false]);
});

test('who only verifies the carrier’s webhooks holds what does that, and not the rest of its SDK', () => {
  const verifiers = product.bundles.filter(
    ({ capabilities }) => capabilities.includes('carrierWebhook') && !capabilities.includes('telephony'),
  );
  expect(verifiers.map(({ id }) => id)).toEqual(['receiveCallEvent']);
  const files = verifiers.flatMap((bundle) => bundle.files).filter((file) => file.includes('node_modules/telnyx/'));
  for (const file of files) expect(file).toMatch(VERIFIER_OF_TELNYX);
});

test('functions take every port that they declare', async () => {
  expect(await runNode([ownFile('untaken-capabilities.ts'), join(out, 'without-adapters')])).toEqual([]);
});
