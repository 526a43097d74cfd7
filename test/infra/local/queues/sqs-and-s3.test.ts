import { mkdtempSync } from 'node:fs';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { startSqsAndS3 } from '#infra/local/queues/sqs-and-s3.ts';
import { eventually } from '#test/harness/eventually.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

/** The running queues, and the server that they listen with. */
const started = async () => {
  const listen = jest.spyOn(Server.prototype, 'listen');
  const deaths: string[] = [];
  const queues = await startSqsAndS3({
    dataDir: mkdtempSync(join(tmpdir(), 'queues-')),
    onDeath: (message) => void deaths.push(message),
  });
  const port = Number(new URL(queues.url).port);
  const server = (listen.mock.contexts as Server[]).find((each) => (each.address() as { port: number })?.port === port);
  return { queues, server: server as Server, deaths };
};

test('queues that end by themselves say so, for the service to end', async () => {
  const { server, deaths } = await started();
  server.close();
  await eventually(async () => expect(deaths).toEqual(['The queues stopped, so the service stops too.']));
});

test('queues that are stopped do not', async () => {
  const { queues, server, deaths } = await started();
  await queues.stop();
  expect([server.listening, deaths]).toEqual([false, []]);
});
