import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { useLocalAws, useLocalBucket } from '#infra/local/process/environment.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION, RECORDINGS_BUCKET } from '#infra/local/process/local-aws.ts';
import { keptNumberHash } from '#infra/local/process/number-hash.ts';
import { findRunningService, type ServiceFile } from '#infra/local/process/service-file.ts';
import { accountFiles } from '#shared/runtime/clients/erasing.ts';
import type { ContactRecord } from '#shared/store/contact/contacts.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { statusOf } from '#test/harness/refusals.ts';
import { stack, withEnvironment } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { type Outcome, runNode } from './operate.ts';

const CHANGED = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_ENDPOINT_URL_S3', 'NUMBER_HASH_KEY'];
const environment = withEnvironment(Object.fromEntries(CHANGED.map((name) => [name, ''])));

let service: ServiceFile;
let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
  const found = findRunningService(stack().state_dir);
  if (!found) throw new Error('The stack has no address.');
  service = found;
  useLocalAws(stack().dynamodb_url, stack().table_name, service.aws_secret_access_key);
  useLocalBucket(service.sqs_url, keptNumberHash(stack().state_dir));
});
afterAll(() => environment.undo());

const repeat = (words: string[], variables: Record<string, string> = {}): Promise<Outcome> =>
  runNode('infra/local/commands/repeat-erasures.ts', words, variables);

/** The table as one in AWS, while a service runs here. */
const asDeployed = () => ({
  STATE_DIR: stack().state_dir,
  AWS_REGION: LOCAL_REGION,
  AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: service.aws_secret_access_key,
  AWS_ENDPOINT_URL_DYNAMODB: stack().dynamodb_url,
  AWS_ENDPOINT_URL_S3: service.sqs_url,
});
const ofStack = () => ({ RECORDINGS_BUCKET, NUMBER_HASH_KEY: keptNumberHash(stack().state_dir) });

describe('which table is meant', () => {
  test('is said, even where a service runs and TABLE_NAME is set', async () => {
    for (const words of [[], ['--laptop', '--table', 'restored']]) {
      const { code, stdout, stderr } = await repeat(words, { ...asDeployed(), TABLE_NAME: 'restored' });
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('Say which table')]);
    }
  });

  test('is a name that needs the bucket and the key of its stack', async () => {
    const { code, stderr } = await repeat(['--table', stack().table_name], asDeployed());
    expect([code, stderr]).toEqual([1, expect.stringContaining('Set RECORDINGS_BUCKET to the bucket')]);
  });

  test('is a name, though a service runs here', async () => {
    const { code, stderr } = await repeat(['--table', 'not-there'], { ...asDeployed(), ...ofStack() });
    expect([code, stderr]).toEqual([1, expect.stringContaining('not-there')]);
  });
});

/** Puts a contact back as a backup has it that knows nothing of its erasure. */
const restored = async (): Promise<string> => {
  const { id } = await account.given.contact({ phone: calleePhone() });
  const key = { pk: `CONTACT#${id}`, sk: 'CONTACT' };
  const before = await testTable().get<ContactRecord>(key);
  const erasure = (await account.api.eraseContact({ id })).erasure;
  await eventually(async () => {
    const { status } = (await account.api.getErasure({ id: erasure.id, teamId: account.teamId })).erasure;
    expect(status).toBe('completed');
  });
  await testTable().write({ put: { ...before, ...key } });
  await testTable().write({ delete: { pk: `ERASURE#${erasure.id}`, sk: 'ERASURE' } });
  expect((await account.api.getContact({ id })).contact.id).toBe(id);
  return id;
};

test('whom a backup has brought back is erased again, and an account that was deleted since is suspended', async () => {
  const contactId = await restored();
  const deleted = await newAccount();
  const { accountId } = deleted;
  await accountFiles(RECORDINGS_BUCKET).noteDeletion({ account_id: accountId, deleted_at: new Date().toISOString() });
  const { code, stdout, stderr } = await repeat(['--table', stack().table_name], { ...asDeployed(), ...ofStack() });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/Erasing again in the table /);
  expect(stdout).toMatch(new RegExp(`Deleted since the backup, and back: .*${deleted.slug}.* They are suspended`));
  expect(await statusOf(account.api.getContact({ id: contactId }))).toBe(404);
  expect(await statusOf(deleted.api.getAccount({ accountSlug: deleted.slug }))).toBe(403);
});
