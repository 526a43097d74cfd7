import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Credentials, readCredentials } from '#infra/local/commands/demo-account.ts';
import { readBytes } from '#infra/local/process/json-http.ts';
import { LOCAL_REGION, RECORDINGS_BUCKET } from '#infra/local/process/local-aws.ts';
import type { ServiceFile } from '#infra/local/process/service-file.ts';
import { listeningSockets } from '#test/harness/listening-sockets.ts';
import { startChildService } from '#test/harness/stack/child-service.ts';

/** Whatever another user's program or a page in a browser may try against a running service. */

let service: Awaited<ReturnType<typeof startChildService>>;
beforeAll(async () => {
  service = await startChildService({ PUBLIC_HOSTS: 'calls.example, Other.example' });
});
afterAll(() => service.kill());

const credentialsWith = (secretAccessKey: string) => ({ accessKeyId: 'local', secretAccessKey });

/** A request for something harmless by each kind of AWS client, at its stand-in. */
const requests = (
  { dynamodb_url, sqs_url, scheduler_url, aws_secret_access_key }: ServiceFile,
  secret = aws_secret_access_key,
): Record<'database' | 'queues' | 'recordings' | 'schedules', () => Promise<unknown>> => {
  const options = { region: LOCAL_REGION, credentials: credentialsWith(secret), maxAttempts: 1 };
  const s3 = new S3Client({ ...options, endpoint: sqs_url, forcePathStyle: true });
  const object = { Bucket: RECORDINGS_BUCKET, Key: "an account/it's (a) *call*~+.wav", Body: Buffer.from('sound') };
  return {
    database: () => new DynamoDBClient({ ...options, endpoint: dynamodb_url }).send(new ListTablesCommand({})),
    queues: () => new SQSClient({ ...options, endpoint: sqs_url }).send(new ListQueuesCommand({})),
    recordings: () => s3.send(new PutObjectCommand(object)),
    schedules: () =>
      new SchedulerClient({ ...options, endpoint: scheduler_url }).send(
        new ListSchedulesCommand({ NamePrefix: 'a b' }),
      ),
  };
};

const attempts = (secret?: string): Promise<PromiseSettledResult<unknown>[]> =>
  Promise.allSettled(Object.values(requests(service.address, secret)).map((ask) => ask()));

interface Sent {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}

const send = (url: string, { method = 'POST', headers = {}, body }: Sent) =>
  new Promise<{ status: number | undefined; headers: OutgoingHttpHeaders; body: string }>((resolve, reject) => {
    httpRequest(url, { method, headers, agent: false }, (reply) => {
      const { statusCode: status, headers: given } = reply;
      readBytes(reply).then((bytes) => resolve({ status, headers: given, body: bytes.toString() }), reject);
    })
      .once('error', reject)
      .end(body);
  });

const SCAN = JSON.stringify({ TableName: 'voice-assistant-calling', Limit: 2 });
/** What the engine takes for a signature. */
const MADE_UP = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20261121/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00',
  'x-amz-date': '20261121T000000Z',
  'x-amz-target': 'DynamoDB_20120810.Scan',
  'content-type': 'application/x-amz-json-1.0',
};

describe('the stand-ins of AWS', () => {
  test('serve whoever has the credentials of this start', async () => {
    expect(await attempts()).toEqual(
      Object.keys(requests(service.address)).map(() => expect.objectContaining({ status: 'fulfilled' })),
    );
  });

  test('refuse every other signature, or none', async () => {
    for (const secret of ['local', 'another']) {
      const statuses = (await attempts(secret)).map((result) =>
        result.status === 'rejected'
          ? (result.reason.$metadata?.httpStatusCode ?? result.reason.$response?.statusCode)
          : 200,
      );
      expect(statuses).toEqual(statuses.map(() => 403));
    }
    const { dynamodb_url, sqs_url, scheduler_url } = service.address;
    for (const url of [dynamodb_url, sqs_url, scheduler_url]) {
      const madeUp = await send(url, { headers: MADE_UP, body: SCAN });
      const none = await send(url, { headers: { 'x-amz-target': MADE_UP['x-amz-target'] }, body: SCAN });
      expect([madeUp.status, none.status]).toEqual([403, 403]);
    }
  });

  test('allow no web page anything, not even to ask', async () => {
    const { dynamodb_url, sqs_url, scheduler_url } = service.address;
    const asking = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const form = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
    for (const url of [dynamodb_url, sqs_url, scheduler_url]) {
      const replies = [
        await send(url, { method: 'OPTIONS', headers: asking }),
        await send(url, { headers: { ...MADE_UP, origin: asking.origin }, body: SCAN }),
        // Sent without asking first. One such request could publish to every queue.
        await send(url, { headers: form, body: 'Action=ListTopics' }),
      ];
      for (const { status, headers } of replies) {
        expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined]);
      }
    }
  });

  test('answer to no name that was made to resolve to this machine', async () => {
    const { dynamodb_url, sqs_url, scheduler_url, carrier_url } = service.address;
    for (const url of [dynamodb_url, sqs_url, scheduler_url, carrier_url ?? '']) {
      const { port } = new URL(url);
      for (const host of [`evil.example:${port}`, `127.0.0.1.evil.example:${port}`, 'localhost.evil.example']) {
        expect((await send(url, { method: 'GET', headers: { host } })).status).toBe(421);
      }
    }
  });
});

test('a link to a recording works as it was given, until it expires, and as no other', async () => {
  await requests(service.address).recordings();
  const client = new S3Client({
    endpoint: service.address.sqs_url,
    region: LOCAL_REGION,
    credentials: credentialsWith(service.address.aws_secret_access_key),
    forcePathStyle: true,
  });
  const command = new GetObjectCommand({ Bucket: RECORDINGS_BUCKET, Key: "an account/it's (a) *call*~+.wav" });
  const link = await getSignedUrl(client, command, { expiresIn: 60 });
  expect(await send(link, { method: 'GET' })).toMatchObject({ status: 200, body: 'sound' });
  const another = link.replace('.wav', '.mp3');
  const longer = link.replace('X-Amz-Expires=60', 'X-Amz-Expires=600');
  const longAgo = new Date(Date.now() - 120_000);
  const expired = await getSignedUrl(client, command, { expiresIn: 60, signingDate: longAgo });
  const statuses = await Promise.all([another, longer, expired].map((url) => send(url, { method: 'GET' })));
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await send(link, { method: 'DELETE' })).status).toBe(403);
});

test('the database engine itself hears nobody but the service', async () => {
  const own = await startChildService({});
  const { sockets } = listeningSockets(own.pid);
  const engine = sockets.find(({ pid }) => pid !== own.pid);
  let heard = '';
  const stranger = connect(engine?.port ?? 0, '127.0.0.1').on('data', (chunk) => {
    heard += chunk;
  });
  const closed = new Promise((resolve) => stranger.on('error', () => undefined).once('close', resolve));
  const headers = Object.entries({ ...MADE_UP, host: 'localhost', 'content-length': SCAN.length });
  stranger.write(`POST / HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${SCAN}`);
  const { database } = requests(own.address);
  const { base_url, api_token, team_id } = readCredentials(own.stateDir) as Credentials;
  const sent = { method: 'GET', headers: { authorization: `Bearer ${api_token}` } };
  const ask = async (): Promise<number | undefined> => {
    await database();
    return (await send(`${base_url}/api/crm/companies?teamId=${team_id}`, sent)).status;
  };
  // More at once than the service has connections, through the gate and past it.
  const statuses = await Promise.all(Array.from({ length: 100 }, ask));
  process.kill(engine?.pid ?? 0, 'SIGTERM');
  await closed;
  await own.kill();
  expect([engine?.port, heard]).toEqual([expect.any(Number), '']);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

describe('the simulated carrier', () => {
  test('calls nobody for whoever does not know the secret in its address', async () => {
    const { origin } = new URL(service.address.carrier_url ?? '');
    const body = JSON.stringify({ from: '+14155550100', to: '+12125551000' });
    for (const path of ['/inbound-calls', '/another/inbound-calls', '//inbound-calls', '/', '']) {
      expect((await send(origin + path, { body })).status).toBe(404);
    }
    expect((await send(`${service.address.carrier_url}/inbound-calls`, { body })).status).toBe(200);
  });

  test('calls nobody for a web page', async () => {
    const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' };
    const body = JSON.stringify({ from: '+14155550100', to: '+12125551000' });
    expect((await send(`${service.address.carrier_url}/inbound-calls`, { headers, body })).status).toBe(403);
  });
});
