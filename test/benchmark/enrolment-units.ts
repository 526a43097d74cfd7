import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startDynamodb } from '#infra/local/database/dynamodb.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/process/environment.ts';
import { newId } from '#shared/domain/ids.ts';
import {
  type EnrolmentRecord,
  getEnrolments,
  moveEnrolment,
  newEnrolment,
  putEnrolment,
  reopenEnrolment,
} from '#shared/store/campaign/enrolments.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';
import { startMeteredDynamodb } from './metered-dynamodb.ts';

/**
 * Write units per contact of each change of an enrolment, in transactions: `node test/benchmark/enrolment-units.ts`.
 */
const CONTACTS = 90;
const CAMPAIGN = newId('camp', new Date());

const root = mkdtempSync(join(tmpdir(), 'enrolment-units-'));
mkdirSync(join(root, 'engine'));
const engine = await startDynamodb({
  stateDir: join(root, 'engine'),
  tableName: LOCAL_TABLE_NAME,
  endpoint: undefined,
  onPid: () => undefined,
  onDeath: console.error,
});
const metered = await startMeteredDynamodb(engine.engine);
const client = new DynamoDBClient({
  endpoint: metered.url,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
const table = dynamodbTable({
  tableName: LOCAL_TABLE_NAME,
  client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
});

const contactIds = Array.from({ length: CONTACTS }, () => newId('cont', new Date()));
const now = new Date();
const at = now.toISOString();

const enrolled = async (): Promise<EnrolmentRecord[]> =>
  (await getEnrolments(
    table,
    contactIds.map((contactId) => ({ campaignId: CAMPAIGN, contactId })),
  )) as EnrolmentRecord[];

const measure = async (words: string, operations: WriteOperation[]): Promise<void> => {
  const before = metered.meter.TransactWriteItems ?? 0;
  await table.transact(operations);
  const units = ((metered.meter.TransactWriteItems ?? 0) - before) / operations.length;
  console.log(`${words}: ${units.toFixed(2)} write units`);
};

const move = async (words: string, changes: Partial<EnrolmentRecord>): Promise<void> =>
  measure(
    words,
    (await enrolled()).map((before) => moveEnrolment(before, { ...changes, updated_at: at })),
  );

const fresh = (contactId: string): EnrolmentRecord => newEnrolment(CAMPAIGN, contactId, newId('enr', now), now);

await measure(
  'add',
  contactIds.map((contactId, place) => putEnrolment(fresh(contactId), place)),
);
const call = { next_attempt_at: null, last_call_id: 'call_'.padEnd(37, '0') };
await move('claim', { status: 'dialing', generation: 1, ...call });
await move('ring', { attempts: 1 });
await move('answer', { status: 'in_progress' });
await move('end, to be tried again', { status: 'retry_scheduled', next_attempt_at: at, last_outcome: 'busy' });
await move('claim again', { status: 'dialing', generation: 2, ...call });
await move('end for good', { status: 'exhausted', last_outcome: 'busy', attempts: 2 });
await measure(
  'redial',
  (await enrolled()).map((before) => reopenEnrolment(before, fresh(before.contact_id))),
);
await move('cancel', { status: 'cancelled', next_attempt_at: null });

await metered.stop();
await engine.stop();
rmSync(root, { recursive: true, force: true });
process.exit(0);
