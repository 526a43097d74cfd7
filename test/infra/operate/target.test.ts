import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { LOCAL_REGION } from '#infra/local/process/local-aws.ts';
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
