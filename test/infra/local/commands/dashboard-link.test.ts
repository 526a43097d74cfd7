import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { type Credentials, readCredentials, renewSignInLink } from '#infra/local/commands/demo-account.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { createRevokedKey } from '#test/harness/given/api-keys.ts';
import { forgetFailures, signIn } from '#test/harness/given/sessions.ts';
import { startChildService, wordsOfStart } from '#test/harness/stack/child-service.ts';
import { ownEnvironment, stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';

let folder: string;
beforeEach(async () => {
  await forgetFailures();
  folder = mkdtempSync(join(tmpdir(), 'dashboard-link-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const codeIn = (link: string | undefined): string =>
  new URLSearchParams(new URL(link ?? '').hash.slice(1)).get('code') ?? '';

test('a start prints a link and writes it beside the credentials', async () => {
  const stored = readCredentials(stack().state_dir) as Credentials;
  expect(stored.dashboard_url).toMatch(new RegExp(`^${stored.base_url}/#code=[\\w-]{43}$`));
  const { words, address } = await wordsOfStart({});
  expect(words).toContain(`Dashboard: ${address?.base_url}/#code=`);
});

test('a new link can be had at any time, written for its owner alone; it signs in once', async () => {
  copyFileSync(join(stack().state_dir, 'credentials.json'), join(folder, 'credentials.json'));
  const before = readCredentials(folder);
  const link = await renewSignInLink(testTable(), folder, new Date());
  const file = join(folder, 'credentials.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...before, dashboard_url: link });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const code = codeIn(link);
  const first = await signIn({ code });
  expect([first.status, first.body]).toMatchObject([200, { account: { slug: 'demo' }, session: { role: 'full' } }]);
  expect((await signIn({ code })).status).toBe(401);
});

const dashboard = (stateDir: string) =>
  spawnSync(process.execPath, ['infra/local/commands/dashboard.ts'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
    env: ownEnvironment({ STATE_DIR: stateDir }),
  });

test('npm run dashboard prints a new link to the service that runs, whose database hears nobody else', async () => {
  const { address, stateDir, kill } = await startChildService({});
  try {
    const { status, stdout, stderr } = dashboard(stateDir);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.trim()).toBe(readCredentials(stateDir)?.dashboard_url);
    const body = JSON.stringify({ code: codeIn(stdout.trim()) });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${address.base_url}/api/session`, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([200, { account: { slug: 'demo' } }]);
  } finally {
    await kill();
  }
});

test('npm run dashboard says where no service runs', () => {
  const { status, stderr } = dashboard(folder);
  expect([status, stderr]).toEqual([1, expect.stringContaining(`No service is running on ${folder}.`)]);
});

test('there is none without credentials, or where their key has ended', async () => {
  expect(await renewSignInLink(testTable(), folder, new Date())).toBeUndefined();
  const { token } = await createRevokedKey(await newAccount());
  const credentials = { base_url: stack().base_url, api_token: token, account_slug: 'demo', team_id: 'team_1' };
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify(credentials));
  expect(await renewSignInLink(testTable(), folder, new Date())).toBeUndefined();
});
