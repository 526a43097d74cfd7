import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { bundleAll } from '#infra/aws/bundling/bundle.ts';
import { capabilitiesOf } from '#infra/aws/grants.ts';
import { endpoints } from '#infra/catalog.ts';
import { keptNumberHash } from '#infra/local/process/number-hash.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { stack } from '#test/harness/stack/environment.ts';
import type { BundleCall, Outcome } from './call-bundles.ts';
import { callBundles } from './run-node.ts';
import { temporaryFolder } from './temporary-folder.ts';

const out = temporaryFolder();

beforeAll(async () => {
  const bundled = endpoints.filter(({ id }) => ['createContact', 'listContacts'].includes(id));
  await bundleAll(
    bundled.map((entry) => ({ id: entry.id, file: entry.file, capabilities: capabilitiesOf(entry) })),
    out,
  );
});

interface Asked {
  token: string;
  query?: Record<string, string>;
  body?: unknown;
}

const call = (id: string, { token, query = {}, body }: Asked): BundleCall => {
  const { method, path } = endpoints.find((endpoint) => endpoint.id === id) as (typeof endpoints)[number];
  const { dynamodb_url, table_name, state_dir } = stack();
  return {
    file: join(out, id, 'index.mjs'),
    event: {
      version: '2.0',
      routeKey: `${method} ${path}`,
      rawPath: path,
      rawQueryString: new URLSearchParams(query).toString(),
      queryStringParameters: query,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      requestContext: { requestId: 'r', stage: '$default', http: { method, path, sourceIp: '192.0.2.1' } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      isBase64Encoded: false,
    },
    variables: {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb_url,
      TABLE_NAME: table_name,
      NUMBER_HASH_KEY: keptNumberHash(state_dir),
      CORS_ALLOWED_ORIGINS: '*',
    },
  };
};

const answerIn = (outcome: Outcome | undefined) => {
  const { statusCode, body } = (outcome as { answer: { statusCode: number; body: string } }).answer;
  return { statusCode, body: JSON.parse(body) };
};

test('bundles write a table and read it, and tell what is wrong with a request', async () => {
  const { token, teamId, given } = await newAccount();
  const { id: companyId } = await given.company();
  const contact = { teamId, companyId, firstName: 'Ada', lastName: 'Lovelace', phone: '+442079460001' };
  const [created, refused, listed] = await callBundles([
    call('createContact', { token, body: contact }),
    call('createContact', { token, body: { ...contact, phone: '0207' } }),
    call('listContacts', { token, query: { teamId, phone: contact.phone } }),
  ]);
  const kept = { phone: contact.phone, phone_country: 'GB', inferred_timezones: ['Europe/London'] };
  expect(answerIn(created)).toMatchObject({ statusCode: 200, body: { contact: kept } });
  expect(answerIn(refused)).toMatchObject({ statusCode: 400, body: { error: expect.stringContaining('E.164') } });
  expect(answerIn(listed)).toMatchObject({ statusCode: 200, body: { contacts: [kept], count: 1 } });
});
