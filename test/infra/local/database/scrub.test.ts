import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LocalDynamodb, startDynamodb } from '#infra/local/database/dynamodb.ts';
import { scrubDatabases } from '#infra/local/database/scrub.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { type SqsAndS3, startSqsAndS3 } from '#infra/local/queues/sqs-and-s3.ts';
import { filesWith } from '#test/harness/bytes-on-disk.ts';

const TABLE = 'calls';
const SECRET = 'a name that must not be found again';
/** From a part of a page to many. */
const LENGTHS = [1, 10, 300];
const FILLERS = 2_000;
const AT_ONCE = 16;

let stateDir: string;
let database: LocalDynamodb;
let queues: SqsAndS3;
let client: DynamoDBClient;
let table: DynamoDBDocumentClient;

const noDeath = (message: string): void => {
  throw new Error(message);
};

beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'scrub-'));
  const options = { stateDir, tableName: TABLE, endpoint: undefined, onPid: () => undefined, onDeath: noDeath };
  database = await startDynamodb(options);
  queues = await startSqsAndS3({ dataDir: join(stateDir, 'sqs'), onDeath: noDeath });
  const given = { region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS };
  client = new DynamoDBClient({ endpoint: database.url, ...given, maxAttempts: 1 });
  table = DynamoDBDocumentClient.from(client);
});
afterAll(async () => {
  client.destroy();
  await queues.stop();
  await database.stop();
  rmSync(stateDir, { recursive: true });
});

const put = (sk: string, words: string) =>
  table.send(new PutCommand({ TableName: TABLE, Item: { pk: `p-${sk.length}`, sk, words } }));
const read = (sk: string) =>
  table.send(new GetCommand({ TableName: TABLE, Key: { pk: `p-${sk.length}`, sk }, ConsistentRead: true }));
const remove = (sk: string) => table.send(new DeleteCommand({ TableName: TABLE, Key: { pk: `p-${sk.length}`, sk } }));

/** Items with the secret among others; half of them are deleted, and half overwritten by less. */
const writeAndForget = async (): Promise<void> => {
  for (let filler = 0; filler < FILLERS; filler += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, place) => put(`filler-${filler + place}`, 'x'.repeat(500)));
    const secrets =
      filler % 160 === 0
        ? LENGTHS.flatMap((length) => [
            put(`gone-${filler}-${length}`, SECRET.repeat(length)),
            put(`less-${filler}-${length}`, SECRET.repeat(length)),
          ])
        : [];
    await Promise.all([...batch, ...secrets]);
  }
  for (let filler = 0; filler < FILLERS; filler += 160) {
    for (const length of LENGTHS) {
      await remove(`gone-${filler}-${length}`);
      await put(`less-${filler}-${length}`, 'less');
    }
  }
};

/** Requests that go on until they are told to end; answers how many there were. @throws what one of them throws */
const startLoad = (): (() => Promise<number>) => {
  let isOver = false;
  let answered = 0;
  const loops = Array.from({ length: AT_ONCE }, async (_, loop) => {
    for (let turn = 0; !isOver; turn += 1) {
      await put(`load-${loop}`, `turn ${turn}`);
      expect((await read(`load-${loop}`)).Item?.words).toBe(`turn ${turn}`);
      answered += 1;
    }
  });
  const all = Promise.all(loops);
  all.catch(() => undefined);
  return async () => {
    isOver = true;
    await all;
    return answered;
  };
};

test('what was deleted or overwritten in the table is on the disk no more, and no request fails meanwhile', async () => {
  await writeAndForget();
  expect(filesWith(stateDir, SECRET)).not.toEqual([]);
  const stopLoad = startLoad();
  await scrubDatabases(stateDir);
  expect(filesWith(stateDir, SECRET)).toEqual([]);
  for (let again = 0; again < 5; again += 1) await scrubDatabases(stateDir);
  expect(await stopLoad()).toBeGreaterThan(AT_ONCE);
  expect((await read('filler-7')).Item?.words).toBe('x'.repeat(500));
  expect((await read('less-160-300')).Item?.words).toBe('less');
  const file = new DatabaseSync(join(stateDir, 'dynamodb.db'), { readOnly: true });
  expect(file.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  file.close();
});

test('messages that were worked on are on the disk no more', async () => {
  const { client: sqs, queues: all } = queues;
  const QueueUrl = all.callEvent.url;
  for (let message = 0; message < 20; message += 1) {
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: `${message} ${SECRET.repeat(100)}` }));
  }
  expect(filesWith(stateDir, SECRET)).not.toEqual([]);
  for (let deleted = 0; deleted < 20; ) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    for (const { ReceiptHandle } of Messages) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    deleted += Messages.length;
  }
  await scrubDatabases(stateDir);
  expect(filesWith(stateDir, SECRET)).toEqual([]);
});

test('where there are no databases nothing is to be done', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'scrub-none-'));
  await scrubDatabases(empty);
  rmSync(empty, { recursive: true });
});

test('a file that cannot be scrubbed is an error', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'scrub-broken-'));
  writeFileSync(join(broken, 'dynamodb.db'), 'no database '.repeat(1_000));
  await expect(scrubDatabases(broken)).rejects.toThrow('not a database');
  rmSync(broken, { recursive: true });
});
