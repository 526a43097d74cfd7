import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from '@jest/globals';
import { bundleAll } from '#infra/aws/bundling/bundle.ts';
import {
  ALLOWANCE_KB,
  assertWithinBudget,
  MAX_BUDGET_KB,
  MEDIAN_BUDGET_KB,
  sizeTable,
} from '#infra/aws/bundling/bundle-budget.ts';
import type { BundleCall } from './call-bundles.ts';
import { callBundles } from './run-node.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

/** The code defines a `handler`. */
const source = (id: string, code: string) => {
  const file = join(folder, `${id}.ts`);
  writeFileSync(file, `${code}\nexport const ${id} = { handler };`);
  return { id, file, capabilities: [] };
};

const call = (out: string, id: string, variables: Record<string, string> = {}): BundleCall => ({
  file: join(out, id, 'index.mjs'),
  event: {},
  variables,
});

test('a bundle exports the handler alone, loads by itself and takes the credentials that Lambda gives it', async () => {
  const out = join(folder, 'handlers');
  const client = new URL('../../../node_modules/@aws-sdk/client-dynamodb/dist-es/index.js', import.meta.url);
  const sizes = await bundleAll(
    [
      source('plain', `const handler = async (): Promise<string> => 'hello';\nexport const extra = 'UNUSED';`),
      source(
        'aws',
        `import { DynamoDBClient } from ${JSON.stringify(client.pathname)};
        const handler = async () => new DynamoDBClient({ region: 'eu-west-1' }).config.credentials();`,
      ),
    ],
    out,
  );
  expect(sizes.map(({ id }) => id)).toEqual(['plain', 'aws']);
  expect(readFileSync(join(out, 'plain', 'index.mjs'), 'utf8')).not.toContain('UNUSED');
  const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key', AWS_SESSION_TOKEN: 'session' };
  expect(await callBundles([call(out, 'plain'), call(out, 'aws', credentials)])).toMatchObject([
    { answer: 'hello' },
    { answer: { accessKeyId: 'id', secretAccessKey: 'key', sessionToken: 'session' } },
  ]);
});

test('a bundle of a package that takes zod as one object holds zod’s messages in English alone', async () => {
  const out = join(folder, 'zod');
  const zod = new URL('../../../node_modules/zod/index.js', import.meta.url).pathname;
  const code = `import { z } from ${JSON.stringify(zod)};
    const handler = async () => [Object.keys(z.locales), z.string().safeParse(1).error.issues[0].message];`;
  const [bundle] = await bundleAll([source('zod', code)], out);
  const answer = [['en'], expect.stringContaining('expected string')];
  expect(await callBundles([call(out, 'zod')])).toEqual([{ answer }]);
  const languages = bundle?.files.filter((file) => /\/locales\/\w+\.js$/.test(file) && !file.endsWith('/index.js'));
  expect(languages).toEqual(['node_modules/zod/v4/locales/en.js']);
});

test('a bundle holds the operations of S3 that it uses and no others, and they make the same requests', async () => {
  const out = join(folder, 's3');
  const key = 'recordings/a call.wav';
  const link = { bucket: 'bucket', key, region: 'eu-west-1', at: '2026-03-02T15:00:00.000Z' };
  const modules = ['client-s3', 's3-request-presigner'].map((name) =>
    JSON.stringify(new URL(`../../../node_modules/@aws-sdk/${name}/dist-es/index.js`, import.meta.url).pathname),
  );
  const code = `import { GetObjectCommand, S3Client } from ${modules[0]};
    import { getSignedUrl } from ${modules[1]};
    const handler = async ({ bucket, key, region, at }) => {
      const client = new S3Client({ region, credentials: { accessKeyId: 'id', secretAccessKey: 'key' } });
      const command = new GetObjectCommand({ Bucket: bucket, Key: key, ResponseContentType: 'audio/wav' });
      return getSignedUrl(client, command, { expiresIn: 900, signingDate: new Date(at) });
    };`;
  await bundleAll([source('s3', code)], out);
  const text = readFileSync(join(out, 's3', 'index.mjs'), 'utf8');
  expect([text.includes('GetObjectRequest'), text.includes('SelectObjectContent')]).toEqual([true, false]);
  const client = new S3Client({ region: link.region, credentials: { accessKeyId: 'id', secretAccessKey: 'key' } });
  const command = new GetObjectCommand({ Bucket: link.bucket, Key: key, ResponseContentType: 'audio/wav' });
  const answer = await getSignedUrl(client, command, { expiresIn: 900, signingDate: new Date(link.at) });
  expect(await callBundles([{ ...call(out, 's3'), event: link }])).toEqual([{ answer }]);
});

test('a bundle holds the clients of declared capabilities and no others', async () => {
  const out = join(folder, 'adapters');
  const ports = new URL('../../../shared/runtime/build-ports.ts', import.meta.url).pathname;
  const code = `import { portsOnce } from ${JSON.stringify(ports)}; const handler = async () => portsOnce([])();`;
  await bundleAll(
    [
      { ...source('nothing', code), capabilities: [] },
      { ...source('table', code), capabilities: ['table:read'] },
      { ...source('queue', code), capabilities: ['campaignQueue:send'] },
      { ...source('schedules', code), capabilities: ['schedules:write'] },
    ],
    out,
  );
  const clients = ['DynamoDB', 'SQS', 'Scheduler'];
  const clientsIn = (id: string) => {
    const text = readFileSync(join(out, id, 'index.mjs'), 'utf8');
    return clients.filter((name) => text.includes(`"${name}Client"`));
  };
  expect(clientsIn('nothing')).toEqual([]);
  expect(clientsIn('table')).toEqual(['DynamoDB']);
  expect(clientsIn('queue')).toEqual(['SQS']);
  expect(clientsIn('schedules')).toEqual(['Scheduler']);
  expect(await callBundles([call(out, 'nothing')])).toEqual([{ answer: {} }]);
});

const sized = (...sizes: number[]) => sizes.map((sizeKb, n) => ({ id: `function${n}`, capabilities: [], sizeKb }));

test('bundles within the budget pass', () => {
  expect(() => assertWithinBudget(sized(MEDIAN_BUDGET_KB, 1, MAX_BUDGET_KB))).not.toThrow();
  expect(() => assertWithinBudget([])).not.toThrow();
});

test('one oversized bundle is named', () => {
  expect(() => assertWithinBudget(sized(1, 1, MAX_BUDGET_KB + 1))).toThrow(`function2 may be ${MAX_BUDGET_KB} KB`);
});

test('only a function with language models may be larger, by what is allowed for them', () => {
  const sizeKb = MAX_BUDGET_KB + (ALLOWANCE_KB.languageModels ?? 0);
  const small = sized(1, 1);
  const large = (...capabilities: ('languageModels' | 'telephony')[]) => [
    { id: 'large', capabilities, sizeKb },
    ...small,
  ];
  expect(() => assertWithinBudget(large('languageModels', 'telephony'))).not.toThrow();
  expect(() => assertWithinBudget(large('telephony'))).toThrow(`large may be ${MAX_BUDGET_KB} KB`);
});

test('many large bundles are refused even when each is below the maximum', () => {
  expect(() => assertWithinBudget(sized(1, MEDIAN_BUDGET_KB + 1, MEDIAN_BUDGET_KB + 1))).toThrow(
    `the median may be ${MEDIAN_BUDGET_KB} KB`,
  );
});

test('sizes are listed with the largest last', () => {
  expect(
    sizeTable(sized(20, 3))
      .split('\n')
      .map((line) => line.split(/\s+/)),
  ).toEqual([
    ['function1', '3.0', 'KB'],
    ['function0', '20.0', 'KB'],
  ]);
});
