import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Credentials, readCredentials, renewSignInLink } from '#infra/local/commands/demo-account.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { createRevokedKey } from '#test/harness/given/api-keys.ts';
import { forgetFailures, signIn } from '#test/harness/given/sessions.ts';
import { wordsOfStart } from '#test/harness/stack/child-service.ts';
import { stack } from '#test/harness/stack/environment.ts';
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

test('there is none without credentials, or where their key has ended', async () => {
  expect(await renewSignInLink(testTable(), folder, new Date())).toBeUndefined();
  const { token } = await createRevokedKey(await newAccount());
  const credentials = { base_url: stack().base_url, api_token: token, account_slug: 'demo', team_id: 'team_1' };
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify(credentials));
  expect(await renewSignInLink(testTable(), folder, new Date())).toBeUndefined();
});
