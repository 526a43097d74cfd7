import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { saveRecording } from '#shared/engine/after-call/save-recording.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { fetchRecording } from '#shared/runtime/clients/fetch-recording.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { talkWith } from '#test/harness/given/calls/conversations.ts';
import { newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { callsOf, readCall } from '#test/harness/read.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { tableBeforeWrite } from '#test/harness/stack/table-before-write.ts';
import { type LoopbackCanary, startCanary } from '#test/security/loopback-canary.ts';

const LINK_VALID_SECONDS = 900;
const TOO_LARGE_BYTES = 2 * 1024 ** 3;
const SOUND = Buffer.from('RIFF....WAVE');

let account: TestAccount;
let canary: LoopbackCanary;
let carrier: Server;
let host: string;
let requests: number;
let answer: RequestListener;
let saved: { key: string; body: Buffer; bytes: number; contentType: string }[];
let removed: string[];
let ports: Parameters<typeof saveRecording>[0];

const handOver: RequestListener = (_, response) => void response.end(SOUND);

beforeAll(async () => {
  account = await newAccount();
  canary = await startCanary();
  carrier = createServer((request, response) => {
    requests += 1;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(carrier, 'listening');
  host = `127.0.0.1:${(carrier.address() as AddressInfo).port}`;
});
afterAll(async () => {
  carrier.closeAllConnections();
  await Promise.all([canary.stop(), new Promise((resolve) => carrier.close(resolve))]);
});
beforeEach(() => {
  requests = 0;
  answer = handOver;
  saved = [];
  removed = [];
  ports = {
    table: testTable(),
    recordings: {
      save: async (key, { body, ...others }) => void saved.push({ key, ...others, body: await buffer(body) }),
    },
    recordingRemover: { remove: async (key) => void removed.push(key) },
    fetchRecording,
    recordingHosts: [`http://${host}`],
    log: SILENT_LOG,
  };
});

const recorded = (url = `http://${host}/recordings/1.wav`) =>
  newLiveCall(account, { status: 'ended', recording_url: url });

describe('a recorded call', () => {
  test('has a link to the recording that works for a quarter of an hour, read alone and in the list', async () => {
    const { call, campaign } = await talkWith(account, await account.given.contact({ phone: calleePhone() }));
    const { recording_url: link } = await eventually(async () => {
      const found = await readCall(account, call.id);
      expect(found.recording_url).not.toBeNull();
      return found;
    });
    const url = new URL(link ?? '');
    expect(url.host).not.toBe(new URL(stack().carrier_url).host);
    expect(url.searchParams.get('X-Amz-Expires')).toBe(String(LINK_VALID_SECONDS));
    expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[\da-f]{64}$/);
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF');
    const [listed] = await callsOf(account, campaign.id);
    expect(new URL(listed?.recording_url ?? '').pathname).toBe(url.pathname);
  });

  test('shows no link of the carrier’s, even before the recording is copied', async () => {
    const { call } = await recorded();
    expect((await readCall(account, call.id)).recording_url).toBeNull();
  });

  test('is only what the assistant is set to record', async () => {
    const { id } = await account.given.assistant();
    await account.api.updateAssistant({ assistantId: id, accountSlug: account.slug, recording_enabled: false });
    const { call } = await talkWith(account, await account.given.contact({ phone: calleePhone() }), {
      assistantId: id,
    });
    expect((await readCall(account, call.id)).recording_url).toBeNull();
  });
});

describe('a copy', () => {
  test('is made once, under the account, as what its name says', async () => {
    answer = (_, response) => void response.setHeader('content-type', 'text/html').end(SOUND);
    const { call, record } = await recorded(`http://${host}/recordings/1.mp3?signature=abc`);
    await saveRecording(ports, call.id);
    await saveRecording(ports, call.id);
    const key = `${account.accountId}/${call.id}.mp3`;
    expect(saved).toEqual([{ key, body: SOUND, bytes: SOUND.length, contentType: 'audio/mpeg' }]);
    expect([(await record()).recording_key, requests]).toEqual([key, 1]);
  });

  test.each<[string, RequestListener]>([
    ['is not there yet', (_, response) => void response.writeHead(404).end('Not found')],
    ['is empty', (_, response) => void response.end()],
    [
      'is out of all proportion',
      (_, response) => void response.writeHead(200, { 'content-length': TOO_LARGE_BYTES }).write(SOUND),
    ],
    [
      'breaks off',
      (_, response) => void response.writeHead(200, { 'content-length': 99 }).write(SOUND, () => response.destroy()),
    ],
    ['is answered by a fault', (_, response) => void response.writeHead(500).end(SOUND)],
  ])('of what %s fails, and is made at the next delivery', async (_, misbehave) => {
    const { call, record } = await recorded();
    answer = misbehave;
    await expect(saveRecording(ports, call.id)).rejects.toThrow();
    expect([saved, (await record()).recording_key]).toEqual([[], null]);
    answer = handOver;
    await saveRecording(ports, call.id);
    expect([saved.length, (await record()).recording_key]).toEqual([1, `${account.accountId}/${call.id}.wav`]);
  });

  test('is made of what does not say its length, too', async () => {
    answer = (_, response) => void response.writeHead(200).write(SOUND, () => response.end());
    const { call } = await recorded();
    await saveRecording(ports, call.id);
    expect(saved).toMatchObject([{ body: SOUND, bytes: SOUND.length }]);
  });

  test('of a function that died before it noted the copy is the same copy again', async () => {
    const { call } = await recorded();
    ports.table = tableBeforeWrite(() => Promise.reject(new Error('The function dies.')));
    await expect(saveRecording(ports, call.id)).rejects.toThrow('The function dies.');
    ports.table = testTable();
    await saveRecording(ports, call.id);
    expect(new Set(saved.map(({ key }) => key)).size).toBe(1);
  });
});

describe('an address elsewhere', () => {
  test('is never fetched, and nothing is saved', async () => {
    const addresses = [
      `http://127.0.0.1:${canary.port}/1.wav`,
      `http://${host}@127.0.0.1:${canary.port}/1.wav`,
      `http://[::1]:${canary.port}/1.wav`,
    ];
    for (const url of addresses) {
      const { call, record } = await recorded(url);
      await saveRecording(ports, call.id);
      expect((await record()).recording_key).toBeNull();
    }
    expect([await canary.countConnections(), saved]).toEqual([0, []]);
  });

  test('is not reached through a redirect of the carrier’s own host either', async () => {
    answer = (_, response) => void response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/1.wav` }).end();
    const { call, record } = await recorded();
    await expect(saveRecording(ports, call.id)).rejects.toThrow();
    expect([await canary.countConnections(), saved, (await record()).recording_key]).toEqual([0, [], null]);
  });
});
