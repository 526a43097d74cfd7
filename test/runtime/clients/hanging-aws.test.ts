import { createServer, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { advanceCampaign } from '#functions/workers/advance-campaign.ts';
import { saveRecording } from '#functions/workers/save-recording.ts';
import { close, listen } from '#infra/local/process/json-http.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { schedulerWakeUps } from '#shared/runtime/clients/one-time-schedule.ts';
import { sqsSender } from '#shared/runtime/clients/queue-sender.ts';
import { recordingWriter } from '#shared/runtime/clients/recording-store.ts';
import { secretReader } from '#shared/runtime/clients/secret-reader.ts';
import { giveBackAfterMs } from '#shared/runtime/define/give-back.ts';
import { QUEUES } from '#shared/schemas/messages.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import { withEnvironment } from '#test/harness/stack/environment.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';

const time = newSuiteTime();
const KEY = { pk: 'P', sk: 'A' };

/** An AWS that accepts every request and never answers. */
let server: Server;
let url: string;
let variables: ReturnType<typeof withEnvironment>;

beforeAll(async () => {
  server = createServer(() => undefined);
  url = `http://127.0.0.1:${await listen(server, 0)}`;
  time.expectSilence(url);
  variables = withEnvironment({
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_ENDPOINT_URL_SQS: url,
    AWS_ENDPOINT_URL_SCHEDULER: url,
    AWS_ENDPOINT_URL_S3: url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    STRIPE_WEBHOOK_SECRET_ID: 'calling/stripe',
  });
  variables.set();
});

afterAll(async () => {
  variables.undo();
  server.closeAllConnections();
  await close(server);
});

const STEP_MS = giveBackAfterMs(advanceCampaign.timeoutSeconds);

test.each<[string, number, () => Promise<unknown>]>([
  ['a read of the table', STEP_MS, () => dynamodbTable({ tableName: 'any' }).get(KEY)],
  ['a batch read', STEP_MS, () => dynamodbTable({ tableName: 'any' }).getMany([KEY])],
  ['a write', STEP_MS, () => dynamodbTable({ tableName: 'any' }).write({ put: { ...KEY }, when: [] })],
  ['a transaction', STEP_MS, () => dynamodbTable({ tableName: 'any' }).transact([{ put: { ...KEY } }])],
  ['a message', STEP_MS, () => sqsSender(`${url}/0/q`, QUEUES.dial).send([{ call_id: 'c', generation: 1 }])],
  [
    'a wake-up',
    STEP_MS,
    () => schedulerWakeUps({ group: 'g', roleArn: 'arn:r', queueArn: 'arn:q' }).wakeAt('camp_1', new Date(0)),
  ],
  ['a secret', STEP_MS, () => secretReader('stripeWebhook')()],
  [
    'an upload',
    saveRecording.timeoutSeconds * 1000,
    () => recordingWriter('b').save('k', { body: Readable.from(['x']), bytes: 1, contentType: 'audio/mpeg' }),
  ],
])('%s that AWS never answers fails within its function', async (_, withinMs, call) => {
  const begin = time.now();
  await expect(time.during(call)).rejects.toThrow();
  expect(time.now() - begin).toBeGreaterThan(0);
  expect(time.now() - begin).toBeLessThan(withinMs);
});
