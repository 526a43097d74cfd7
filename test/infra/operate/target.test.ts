import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { close, listen } from '#infra/local/process/json-http.ts';
import { LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { QUEUE_NAMES } from '#shared/schemas/messages.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { operate, runNode } from './operate.ts';

const NOTHING_RUNS = { STATE_DIR: join(tmpdir(), 'nothing-runs-here') };
const KEYS = { AWS_REGION: LOCAL_REGION, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
const NO_KEYS = {
  AWS_REGION: LOCAL_REGION,
  ...{ AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', AWS_SESSION_TOKEN: '', AWS_PROFILE: '' },
  ...{ AWS_SHARED_CREDENTIALS_FILE: '/nowhere', AWS_CONFIG_FILE: '/nowhere' },
  ...{ AWS_WEB_IDENTITY_TOKEN_FILE: '', AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '' },
};

const table = () => ({ ...NOTHING_RUNS, ...KEYS, AWS_ENDPOINT_URL_DYNAMODB: stack().dynamodb_url });

describe('which deployment is meant', () => {
  test('is said by exactly one choice: none and two are refused in words that list them', async () => {
    const choices = [[], ['--laptop', '--table', 'any'], ['--table', 'any', '--stack', 'any']];
    for (const choice of choices) {
      const { code, stdout, stderr } = await operate(['tenants', 'list', ...choice], NOTHING_RUNS);
      expect([code, stdout]).toEqual([1, '']);
      for (const flag of ['--laptop', '--table <name>', '--stack <name>']) expect(stderr).toContain(flag);
    }
  });

  test('a laptop on which nothing runs says how to start it', async () => {
    const { code, stderr } = await operate(['tenants', 'list', '--laptop'], NOTHING_RUNS);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Start it with "npm start"')]);
  });

  test('a table that is not there, and missing credentials or region, say what to do', async () => {
    const wrong = await operate(['tenants', 'list', '--table', 'not-there'], table());
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('There is no table "not-there" in us-east-1'),
    ]);
    const noKeys = await operate(['tenants', 'list', '--table', 'any'], { ...NOTHING_RUNS, ...NO_KEYS });
    expect(noKeys.stderr).toContain('No AWS credentials were found. Sign in');
    const noRegion = await operate(['tenants', 'list', '--table', 'any'], {
      ...{ ...NOTHING_RUNS, ...NO_KEYS, ...KEYS, AWS_REGION: '', AWS_DEFAULT_REGION: '' },
    });
    expect(noRegion.stderr).toContain('No AWS region is known. Give --region');
  });
});

/** CloudFormation's answer about one stack, in its wire format. */
const stackNamed = (name: string, outputs: Record<string, string>): string => {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return (
    '<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>' +
    `<StackName>${name}</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime>` +
    `<Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`
  );
};

const MISSING =
  '<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type><Code>ValidationError</Code>' +
  '<Message>Stack with id Gone does not exist</Message></Error></ErrorResponse>';

describe('a deployed stack', () => {
  let server: Server;
  let url: string;
  let account: TestAccount;
  const API_URL = 'https://api.deployed.example';

  beforeAll(async () => {
    account = await newAccount();
    const queueOutputs = QUEUE_NAMES.flatMap((name) => {
      const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}Queue`;
      return [
        [`${id}Url`, `http://127.0.0.1:1/000000000000/${name}`],
        [`${id}DeadLettersName`, `${name}-dlq`],
      ];
    });
    const outputs = { ApiUrl: API_URL, TableName: stack().table_name, ...Object.fromEntries(queueOutputs) };
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (some) => {
        body += some;
      });
      request.on('end', () => {
        const isKnown = body.includes('StackName=Trial');
        response.writeHead(isKnown ? 200 : 400, { 'content-type': 'text/xml' });
        response.end(isKnown ? stackNamed('Trial', outputs) : MISSING);
      });
    });
    url = `http://127.0.0.1:${await listen(server, 0)}`;
  });
  afterAll(() => close(server));

  const variables = () => ({ ...table(), AWS_ENDPOINT_URL_CLOUDFORMATION: url });

  test('is found by its outputs: its table, and the address of its API', async () => {
    const shown = await operate(['tenants', 'show', account.slug, '--stack', 'Trial', '--json'], variables());
    expect(JSON.parse(shown.stdout)).toMatchObject({ slug: account.slug, standing: 'active', live_calls: 0 });
    const issued = await operate(['tokens', 'issue', account.slug, '--stack', 'Trial', '--json'], variables());
    expect(JSON.parse(issued.stdout)).toMatchObject({ base_url: API_URL, account_slug: account.slug });
  });

  test('that is not there says where to look', async () => {
    const { code, stderr } = await operate(['tenants', 'list', '--stack', 'Gone'], variables());
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no stack "Gone" in us-east-1.')]);
  });
});

describe('npm run account', () => {
  const create = (slug: string, more: string[], variables: Record<string, string>) =>
    runNode(
      'infra/local/commands/account.ts',
      ['create', '--slug', slug, '--name', 'Ada', '--email', 'ada@acme.example', ...more],
      variables,
    );
  const both = () => ({ ...table(), STATE_DIR: stack().state_dir, TABLE_NAME: stack().table_name });

  test('refuses to choose between a service that runs here and a table in the environment', async () => {
    const { code, stdout, stderr } = await create('nowhere', [], both());
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`by --laptop or --table ${stack().table_name}`);
  });

  test('creates where the person says, and tells on standard error what is missing for base_url', async () => {
    const slug = `said-${Date.now()}`;
    const { code, stdout, stderr } = await create(slug, ['--table', stack().table_name], { ...both(), BASE_URL: '' });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ base_url: null, account_slug: slug });
    expect(stderr).toContain('base_url is null');
  });
});
