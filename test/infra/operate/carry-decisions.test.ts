import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTable } from '#infra/local/database/create-table.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION, RECORDINGS_BUCKET } from '#infra/local/process/local-aws.ts';
import { keptNumberHash } from '#infra/local/process/number-hash.ts';
import { findRunningService } from '#infra/local/process/service-file.ts';
import { OPERATOR } from '#shared/domain/account/actor.ts';
import { issueKey } from '#shared/engine/account/issue-key.ts';
import { provisionAccount } from '#shared/engine/account/provision-account.ts';
import { revokeKeyAsOperator } from '#shared/engine/account/revoke-key.ts';
import { suspendAccount } from '#shared/engine/account/suspend.ts';
import { enterNumbers } from '#shared/engine/do-not-call/enter-numbers.ts';
import { markContact } from '#shared/engine/do-not-call/mark-contact.ts';
import { removeSuppression } from '#shared/engine/do-not-call/remove-suppression.ts';
import { getKeyRing } from '#shared/store/access/key-ring.ts';
import { type ApiKeyRecord, type Caller, callerOf } from '#shared/store/access/tokens.ts';
import { type AccountRecord, accountKey } from '#shared/store/accounts.ts';
import { listActivityRecords } from '#shared/store/activity.ts';
import { addCompany, type CompanyRecord } from '#shared/store/companies.ts';
import { addContact, type ContactRecord, getContact } from '#shared/store/contact/contacts.ts';
import { withHashedLines } from '#shared/store/line/hashed-lines.ts';
import { listSuppressions } from '#shared/store/line/suppressions.ts';
import { markSchemaVersion } from '#shared/store/schema-version.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { sleep } from '#test/harness/time/timers.ts';
import { type Outcome, runNode } from './operate.ts';

/** Past every fault of the database. */
const ATTEMPTS = 10;
const NOW = new Date();
const EARLIER = new Date(NOW.getTime() - 86_400_000).toISOString();
const [OLD, RESTORED, UNMARKED] = ['old', 'restored', 'unmarked'].map((name) => `${name}-${randomUUID()}`) as [
  string,
  string,
  string,
];
const PAGE = { limit: 50, offset: 0 };

let raw: DynamoDBClient;
let client: DynamoDBDocumentClient;
let old: TableWriter;
let restored: TableWriter;
let account: AccountRecord;
let teamId: string;
let contact: ContactRecord;
let key: ApiKeyRecord;

const openTable = async (tableName: string): Promise<TableWriter> => {
  await createTable(raw, tableName);
  return withHashedLines(dynamodbTable({ tableName, client }), async () => keptNumberHash(stack().state_dir));
};

/** A contact and its company, as the service writes them. */
const writtenRecords = async (): Promise<{ company: CompanyRecord; found: ContactRecord }> => {
  const { given } = await newAccount();
  const { id, company_id } = await given.contact({ phone: calleePhone() });
  const company = await testTable().get<CompanyRecord>({ pk: `COMPANY#${company_id}`, sk: 'COMPANY' });
  const found = await testTable().get<ContactRecord>({ pk: `CONTACT#${id}`, sk: 'CONTACT' });
  if (!company || !found) throw new Error('What was just made is not in the table.');
  return { company, found };
};

beforeAll(async () => {
  const options = { region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS, maxAttempts: ATTEMPTS };
  raw = new DynamoDBClient({ endpoint: stack().dynamodb_url, ...options });
  client = DynamoDBDocumentClient.from(raw, { marshallOptions: { removeUndefinedValues: true } });
  [old, restored] = await Promise.all([openTable(OLD), openTable(RESTORED), openTable(UNMARKED)]);
  await old.write(markSchemaVersion());
  const owner = { slug: 'owner', name: 'Olive Owner', email: 'olive@acme.example', plan: 'growth' as const, now: NOW };
  const made = await provisionAccount(old, owner);
  teamId = made.team_id;
  account = (await old.get<AccountRecord>(accountKey(made.account_id))) as AccountRecord;
  const { company, found } = await writtenRecords();
  const own = { account_id: account.account_id, team_id: teamId };
  contact = { ...found, ...own };
  await old.transact(addCompany({ ...company, ...own }));
  await old.transact(addContact(contact));
  const wanted = { name: 'Second', role: 'full' as const, endsAt: null };
  key = (await issueKey(old, account.account_id, wanted, OPERATOR, () => NOW)).key;
});
afterAll(() => raw.destroy());

/** Restores a backup: everything that the old table holds at this moment. */
const restoreNow = async (): Promise<void> => {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: OLD, ConsistentRead: true })) {
    for (const Item of Items) await client.send(new PutCommand({ TableName: RESTORED, Item }));
  }
};

const repeat = (words: string[] = []): Promise<Outcome> => {
  const service = findRunningService(stack().state_dir);
  return runNode('infra/local/commands/repeat-erasures.ts', ['--table', RESTORED, ...words], {
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: service?.aws_secret_access_key ?? '',
    AWS_ENDPOINT_URL_DYNAMODB: stack().dynamodb_url,
    AWS_ENDPOINT_URL_S3: service?.sqs_url ?? '',
    RECORDINGS_BUCKET,
    NUMBER_HASH_KEY: keptNumberHash(stack().state_dir),
  });
};

const suppressionsOf = async (table: TableWriter) =>
  (await listSuppressions(table, teamId, undefined, PAGE)).items.sort((one, other) =>
    one.phone < other.phone ? -1 : 1,
  );
const isMarked = async (table: TableWriter): Promise<boolean | undefined> =>
  (await getContact(table, contact.id))?.do_not_call;
const keysOf = async (table: TableWriter): Promise<string[]> =>
  Object.keys((await getKeyRing(table, account.account_id)).keys);
const entriesAdded = async (): Promise<number> =>
  (await listActivityRecords(restored, account.account_id, { action: 'suppression.added' }, { limit: 50 }, NOW)).items
    .length;

test('whom the old table closed off since the backup, the restored table closes off too', async () => {
  const by = { actor: OPERATOR, accountId: account.account_id };
  const [before, after, lifted] = [calleePhone(), calleePhone(), calleePhone()];
  const entry = (phone: string, note: string) => ({
    phone,
    sources: [{ reason: 'manual' as const, note, created_at: EARLIER }],
  });
  await enterNumbers({ table: old, now: NOW }, by, teamId, [entry(before, 'Letter'), entry(lifted, 'Mistaken')]);
  await restoreNow();

  await enterNumbers({ table: old, now: NOW }, by, teamId, [entry(after, 'Court order')]);
  await removeSuppression(old, by as Caller, { teamId, phone: lifted }, NOW);
  await markContact({ table: old, clock: () => NOW }, contact.id, 'said_on_call');
  await suspendAccount({ table: old, clock: () => NOW, sleep }, account.account_id, OPERATOR);
  await revokeKeyAsOperator(old, key, 'keep', { actor: OPERATOR, account }, () => NOW);
  expect([await isMarked(restored), await keysOf(restored)]).toEqual([false, expect.arrayContaining([key.id])]);

  const { code, stdout, stderr } = await repeat(['--old-table', OLD]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /numbers suppressed: 2\. Contacts marked: 1\. Keys revoked: 1\. Accounts suspended: 1, of 1\./,
  );
  expect(await suppressionsOf(restored)).toEqual(
    [
      { phone: before, reason: 'manual', note: 'Letter', created_at: EARLIER },
      { phone: after, reason: 'manual', note: 'Court order', created_at: EARLIER },
      // It was lifted since: what is in doubt stays suppressed.
      { phone: lifted, reason: 'manual', note: 'Mistaken', created_at: EARLIER },
      { phone: contact.phone, reason: 'said_on_call', note: null, created_at: NOW.toISOString() },
    ].sort((one, other) => ((one.phone ?? '') < (other.phone ?? '') ? -1 : 1)),
  );
  expect([await isMarked(restored), await keysOf(restored)]).toEqual([true, await keysOf(old)]);
  expect(await callerOf(restored, key.token_hash, NOW)).toBeUndefined();
  expect(await restored.get(accountKey(account.account_id))).toMatchObject({ suspended_at: expect.any(String) });

  const noted = await entriesAdded();
  const again = await repeat(['--old-table', OLD]);
  expect(again.stdout).toMatch(
    /numbers suppressed: 0\. Contacts marked: 0\. Keys revoked: 0\. Accounts suspended: 0, of 1\./,
  );
  expect(await entriesAdded()).toBe(noted);
});

test('without the old table it says what is missing, and names a table that is not there or of another release', async () => {
  expect((await repeat()).stdout).toContain('run this again with --old-table <its name>');
  expect((await repeat(['--old-table', RESTORED])).stderr).toContain('--old-table is the restored table itself');
  expect((await repeat(['--old-table', 'not-there'])).stderr).toContain('There is no table "not-there"');
  expect((await repeat(['--old-table', UNMARKED])).stderr).toContain(
    `${UNMARKED}, the old table: The table has no schema version`,
  );
});
