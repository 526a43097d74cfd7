import { beforeEach, describe, expect, test } from '@jest/globals';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import { query } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  DEAD_URL,
  keysOf,
  listDeliveries,
  payloadOf,
  receiverFor,
  sendTest,
  setUrl,
  WEBHOOKS,
} from '#test/harness/given/webhooks.ts';

const URL_OF_CALLS = 'https://hooks.acme.example/calls';
const SPEC_FIELDS = {
  call: [
    'call_control_id',
    'call_leg_id',
    'call_session_id',
    'client_state',
    'connection_id',
    'direction',
    'from',
    'start_time',
    'to',
  ],
  billing: [
    'current_period_end',
    'current_period_start',
    'customer_id',
    'metadata',
    'plan_name',
    'status',
    'subscription_id',
  ],
};

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount();
});

const list = async ({ api, slug }: TestAccount = account) =>
  (await api.get(`${WEBHOOKS}${query({ accountSlug: slug })}`)).body;

describe('set and list', () => {
  test('an account starts without webhooks', async () => {
    expect(await list()).toEqual({ success: true, webhooks: [] });
  });

  test('what is set is listed, with a key of its own for each kind', async () => {
    const { status, body } = await setUrl(account, 'call', URL_OF_CALLS);
    const { webhook } = body;
    expect([status, webhook]).toEqual([
      200,
      {
        kind: 'call',
        url: URL_OF_CALLS,
        enabled: true,
        verification_key: expect.any(String),
        created_at: expect.any(String),
        updated_at: webhook.created_at,
      },
    ]);
    const { webhook: billing } = (await setUrl(account, 'billing', 'https://hooks.acme.example/billing')).body;
    expect(await list()).toEqual({ success: true, webhooks: [webhook, billing] });
    expect(Buffer.from(webhook.verification_key, 'base64')).toHaveLength(32);
    expect(billing.verification_key).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  test('set again, the URL is another and the keys stay', async () => {
    const { webhook: before } = (await setUrl(account, 'call', URL_OF_CALLS)).body;
    const { webhook: after } = (await setUrl(account, 'call', 'https://hooks.acme.example/new', { enabled: false }))
      .body;
    expect(after).toEqual({
      ...before,
      url: 'https://hooks.acme.example/new',
      enabled: false,
      updated_at: after.updated_at,
    });
    expect(after.updated_at >= before.updated_at).toBe(true);
  });

  test('of several set at once, one is there', async () => {
    const urls = Array.from({ length: 6 }, (_, at) => `${URL_OF_CALLS}/${at}`);
    const replies = await Promise.all(urls.map((url) => setUrl(account, 'call', url)));
    expect(replies.map(({ status }) => status)).toEqual(urls.map(() => 200));
    const { webhooks } = await list();
    expect(webhooks).toMatchObject([{ kind: 'call', url: expect.stringMatching(/calls\/\d$/) }]);
  });

  test("no account's keys are another's", async () => {
    const other = await newAccount();
    for (const kind of ['call', 'billing'] as const) {
      await Promise.all([account, other].map((each) => setUrl(each, kind, URL_OF_CALLS)));
    }
    const keys = [...Object.values(await keysOf(account)), ...Object.values(await keysOf(other))];
    expect(new Set(keys).size).toBe(4);
  });
});

describe('400, and nothing is set', () => {
  test.each([
    ['http://hooks.acme.example/calls', 'must be an https:// address'],
    ['ftp://hooks.acme.example/calls', 'must be an https:// address'],
    ['hooks.acme.example', 'must be a valid URL'],
    ['', expect.any(String)],
    [`https://hooks.acme.example/${'x'.repeat(2_048)}`, expect.any(String)],
    ['https://olive:secret@hooks.acme.example/', 'must not contain a user name or password'],
    ['https://hooks.acme.example/#part', 'must not have a fragment (#)'],
    ['https://localhost/hook', 'must have a host name that exists in public DNS'],
    ['https://10.0.0.1/hook', 'must not lead to a private, loopback or reserved address'],
    ['https://[::1]/hook', 'must not lead to a private, loopback or reserved address'],
    ['https://[::ffff:192.168.0.1]/hook', 'must not lead to a private, loopback or reserved address'],
    ['https://169.254.169.254/latest/meta-data', 'must not lead to a private, loopback or reserved address'],
    ['https://2130706433/hook', 'must not lead to a private, loopback or reserved address'],
    ['http://localhost:4000/hook', 'must be an https:// address'],
    ['http://127.0.0.2:4000/hook', 'must be an https:// address'],
  ])('%j', async (url, message) => {
    const { status, body } = await setUrl(account, 'call', url);
    expect([status, body.issues]).toEqual([400, [{ path: 'url', message }]]);
    expect((await list()).webhooks).toEqual([]);
  });

  test('a kind that does not exist', async () => {
    const { status, body } = await setUrl(account, 'sms' as WebhookKind, URL_OF_CALLS);
    expect([status, body.issues.map(({ path }) => path)]).toEqual([400, ['kind']]);
  });

  test('an account slug that is missing', async () => {
    const { status, body } = await account.api.put(`${WEBHOOKS}/call`, { url: URL_OF_CALLS });
    expect([status, body.issues.map(({ path }) => path)]).toEqual([400, ['accountSlug']]);
  });

  test('is told of every field at once', async () => {
    const { status, body } = await account.api.put(`${WEBHOOKS}/sms`, { url: 'https://10.0.0.1/' });
    expect([status, body.issues.map(({ path }) => path).sort()]).toEqual([400, ['accountSlug', 'kind', 'url']]);
  });

  test('is told before the slug is judged: a bad URL with the slug of another account, or of none', async () => {
    const other = await newAccount();
    for (const accountSlug of [other.slug, 'no-such-account']) {
      const { status, body } = await account.api.put(`${WEBHOOKS}/call`, { accountSlug, url: 'https://10.0.0.1/' });
      expect([status, body.issues.map(({ path }) => path)]).toEqual([400, ['url']]);
    }
  });
});

describe('test event', () => {
  test.each(['call', 'billing'] as const)(
    'of the kind %s arrives signed, with every field of the contract',
    async (kind) => {
      const receiver = await receiverFor(account);
      const { status, body } = await sendTest(account, kind);
      expect([status, receiver.received.map(({ problem, path }) => [problem, path])]).toEqual([
        200,
        [[null, `/${kind}`]],
      ]);
      const [event] = receiver.received;
      expect(body.delivery).toMatchObject({
        event_id: event?.id,
        kind,
        status: 'delivered',
        attempts: [{ status_code: 200, latency_ms: expect.any(Number), error: null }],
        next_attempt_at: null,
        payload: event && payloadOf(event),
      });
      expect(Object.keys(body.delivery.payload.data as object).sort()).toEqual(SPEC_FIELDS[kind]);
      expect((await listDeliveries(account)).body.deliveries).toEqual([body.delivery]);
    },
  );

  test.each([
    [500, 500, null],
    [302, 302, null],
    ['close', null, 'The receiver closed the connection without an answer.'],
    ['hang', null, 'No answer within 5 seconds.'],
  ] as const)('is a 200 when the receiver answers %s, and is sent once', async (answer, status_code, error) => {
    const receiver = await receiverFor(account, answer);
    const { status, body } = await sendTest(account, 'call');
    expect([status, body.delivery]).toMatchObject([
      200,
      { status: 'dead_lettered', attempts: [{ status_code, error }], next_attempt_at: null },
    ]);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/call']);
  });

  test('to a port where nobody listens is a 200 that says so', async () => {
    await setUrl(account, 'call', DEAD_URL);
    const { status, body } = await sendTest(account, 'call');
    expect([status, body.delivery.attempts]).toMatchObject([
      200,
      [{ status_code: null, error: 'The receiver refused the connection.' }],
    ]);
  });

  test('reaches a receiver whose webhook is disabled', async () => {
    const receiver = await receiverFor(account);
    await setUrl(account, 'call', `${receiver.url}/call`, { enabled: false });
    expect((await sendTest(account, 'call')).body.delivery.status).toBe('delivered');
  });

  test('under an Idempotency-Key is sent once', async () => {
    const receiver = await receiverFor(account);
    const send = () => account.api.post(`${WEBHOOKS}/call/test`, {}, { 'idempotency-key': 'the-same' });
    const [first, second] = [await send(), await send()];
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(receiver.received).toHaveLength(1);
  });

  test('404 where no URL is set', async () => {
    expect((await sendTest(account, 'billing')).status).toBe(404);
  });
});
