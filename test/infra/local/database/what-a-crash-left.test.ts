import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readCredentials } from '#infra/local/commands/demo-account.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { createClient } from '#shared/client/client.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';
import { filesWith } from '#test/harness/bytes-on-disk.ts';
import { startChildService } from '#test/harness/stack/child-service.ts';
import { until } from '#test/harness/time/until.ts';

const NAME = 'Zoltan-of-the-erased-contact';
const REPLY = 'a reply that was kept for a day';

let STATE_DIR: string;
beforeAll(() => {
  STATE_DIR = mkdtempSync(join(tmpdir(), 'crash-left-'));
});
afterAll(() => rmSync(STATE_DIR, { recursive: true, force: true }));

const startHere = async () => {
  const service = await startChildService({ STATE_DIR });
  const { base_url, api_token: token, team_id: teamId } = readCredentials(STATE_DIR) ?? {};
  return { service, client: createClient({ baseUrl: base_url ?? '', token: token ?? '' }), teamId: teamId ?? '' };
};

test('what was erased or has expired before a kill is nowhere on the disk some seconds after the next start', async () => {
  const { service, client, teamId } = await startHere();
  const { company } = await client.createCompany({ teamId, name: 'Acme' });
  const person = { teamId, companyId: company.id, firstName: NAME, lastName: 'Kappelhoff', phone: '+14155550101' };
  const { contact } = await client.createContact(person);
  const raw = new DynamoDBClient({
    endpoint: service.address.dynamodb_url,
    region: LOCAL_REGION,
    credentials: { ...LOCAL_CREDENTIALS, secretAccessKey: service.address.aws_secret_access_key },
  });
  const expired = { pk: 'IDEMPOTENCY#1', sk: 'RECORD', reply: REPLY, [TTL_ATTRIBUTE]: 1 };
  const put = new PutCommand({ TableName: service.address.table_name, Item: expired });
  await DynamoDBDocumentClient.from(raw).send(put);
  raw.destroy();
  const { erasure } = await client.eraseContact({ id: contact.id });
  await until(async () => {
    const { status } = (await client.getErasure({ id: erasure.id, teamId })).erasure;
    return status === 'completed' || undefined;
  });
  await service.kill();
  expect(filesWith(STATE_DIR, NAME)).not.toEqual([]);
  expect(filesWith(STATE_DIR, REPLY)).not.toEqual([]);

  const again = await startHere();
  await until(async () => [NAME, REPLY].every((words) => filesWith(STATE_DIR, words).length === 0) || undefined).catch(
    () => undefined,
  );
  expect([filesWith(STATE_DIR, NAME), filesWith(STATE_DIR, REPLY)]).toEqual([[], []]);
  await again.service.kill();
});
