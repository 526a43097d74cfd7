import type { LookupAddress } from 'node:dns';
import { request } from 'node:http';
import { isIPv6 } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { webhookUrlProblem } from '#shared/domain/webhook/url.ts';
import { type AddressLookup, guardedPost } from '#shared/runtime/clients/post-webhook.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';
import { atPort, HOSTILE_ANSWERS, HOSTILE_NAMES, HOSTILE_URLS } from './hostile-urls.ts';
import { type LoopbackCanary, startCanary } from './loopback-canary.ts';

const NOT_PUBLIC = 'The address is not public, so nothing was sent.';
/** Public by its block, assigned to nobody: a connection to it reaches no machine. */
const PUBLIC_ADDRESS = '2e00::1';

const post = (url: string) => ({ url, headers: { 'x-signature': 'sealed' }, body: '{"type":"call.answered"}' });

const answering =
  (...addresses: string[]): AddressLookup =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: isIPv6(address) ? 6 : 4 })),
    );

const everythingIsLoopback = answering('127.0.0.1', '::1');

const time = newSuiteTime();

let canary: LoopbackCanary;

beforeAll(async () => {
  canary = await startCanary();
});

afterAll(() => canary.stop());

/** What a service without the guard would do. */
const postUnguarded = (url: string) =>
  new Promise<void>((resolve) => {
    const sent = request(url, { method: 'POST', agent: false, lookup: everythingIsLoopback as never });
    sent.on('error', () => undefined).on('close', resolve);
    sent.end();
  });

test('the collection holds at least 150 different URLs', () => {
  expect(new Set(HOSTILE_URLS).size).toBeGreaterThanOrEqual(150);
});

test('without the guard, the URLs and names that lead to the own machine reach the canary', async () => {
  const isLoopback = (url: string) => {
    const { protocol, hostname } = URL.parse(url) ?? {};
    return protocol === 'http:' && /^(127\.0\.0\.1|\[::1\]|[^[]*localhost.*)$/.test(hostname ?? '');
  };
  const hostile = HOSTILE_URLS.map((url) => atPort(url, canary.port)).filter(isLoopback);
  const named = HOSTILE_NAMES.map((name) => `http://${name}:${canary.port}/`);
  expect(hostile.length).toBeGreaterThan(25);
  for (const url of [...hostile, ...named]) await postUnguarded(url);
  expect(await canary.countConnections()).toBe(hostile.length + named.length);
});

describe.each([
  ['in the cloud', false],
  ['on a laptop that allows 127.0.0.1', true],
])('%s', (_, allowLoopback) => {
  test.each(HOSTILE_URLS)('the settings refuse %j', (url) => {
    expect(webhookUrlProblem(atPort(url, canary.port), allowLoopback)).toMatch(/^must /);
  });

  test.each(HOSTILE_URLS)('stored all the same, nothing is sent to %j', async (url) => {
    const send = guardedPost({ allowLoopback, lookup: everythingIsLoopback });
    const { statusCode, error } = await send(post(atPort(url, canary.port)));
    expect({ statusCode, error }).toEqual({
      statusCode: null,
      error: expect.stringMatching(/nothing was sent|could not be sent/),
    });
    expect(await canary.countConnections()).toBe(0);
  });

  test.each(HOSTILE_ANSWERS)('a name that resolves to %j is not connected to', async (address) => {
    for (const addresses of [[address], [PUBLIC_ADDRESS, address], [address, PUBLIC_ADDRESS]]) {
      const send = guardedPost({ allowLoopback, lookup: answering(...addresses) });
      for (const name of HOSTILE_NAMES) {
        expect(await send(post(`https://${name}:${canary.port}/hook`))).toMatchObject({ error: NOT_PUBLIC });
      }
    }
    expect(await canary.countConnections()).toBe(0);
  });

  test('a name is resolved once for a post, so an answer that changes afterwards changes nothing', async () => {
    let resolutions = 0;
    const rebinding: AddressLookup = (hostname, options, callback) => {
      resolutions += 1;
      answering(resolutions === 1 ? PUBLIC_ADDRESS : '127.0.0.1')(hostname, options, callback);
    };
    const send = guardedPost({ allowLoopback, lookup: rebinding });
    const url = `https://rebind.example.com:${canary.port}/hook`;
    const first = send(post(url));
    time.expectSilence(url);
    const answer = await time.during(() => first);
    expect(answer).toMatchObject({ statusCode: null, error: expect.not.stringMatching(/not public/) });
    expect(resolutions).toBe(1);
    expect(await send(post(url))).toMatchObject({ statusCode: null, error: NOT_PUBLIC });
    expect(await canary.countConnections()).toBe(0);
  });

  test('nothing is sent in the clear, even to a public address', async () => {
    const send = guardedPost({ allowLoopback, lookup: answering(PUBLIC_ADDRESS) });
    const error = 'The address is not https://, so nothing was sent.';
    for (const host of ['crm.example.com', `[${PUBLIC_ADDRESS}]`]) {
      expect(await send(post(`http://${host}/hook`))).toMatchObject({ statusCode: null, error });
    }
  });

  test('the system resolver is under the same guard', async () => {
    const send = guardedPost({ allowLoopback });
    expect(await send(post(`https://localhost:${canary.port}/hook`))).toMatchObject({ error: NOT_PUBLIC });
    expect(await canary.countConnections()).toBe(0);
  });
});

test('127.0.0.1 is refused in the cloud and reached on a laptop that allows it', async () => {
  const url = `http://127.0.0.1:${canary.port}/hook`;
  await guardedPost({ allowLoopback: false })(post(url));
  expect(await canary.countConnections()).toBe(0);
  await guardedPost({ allowLoopback: true })(post(url));
  expect(await canary.countConnections()).toBe(1);
});
