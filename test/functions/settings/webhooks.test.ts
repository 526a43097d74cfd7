import { beforeEach, describe, expect, test } from '@jest/globals';

import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  DEAD_URL,
  keysOf,
  listDeliveries,
  payloadOf,
  receiverFor,
  sendTest,
  setUrl,
} from '#test/harness/given/webhooks.ts';
import { refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

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

const list = ({ api, slug }: TestAccount = account) => api.listWebhooks({ accountSlug: slug });

describe('set and list', () => {
  test('an account starts without webhooks', async () => {
    expect(await list()).toEqual({ success: true, webhooks: [] });
  });

  test('what is set is listed, with a key of its own for each kind', async () => {
    const { webhook } = await setUrl(account, 'call', URL_OF_CALLS);
    expect(webhook).toEqual({
      kind: 'call',
      url: URL_OF_CALLS,
      enabled: true,
      extra_events: [],
      verification_key: expect.any(String),
      created_at: expect.any(String),
      updated_at: webhook.created_at,
    });
    const { webhook: billing } = await setUrl(account, 'billing', 'https://hooks.acme.example/billing');
    expect(await list()).toEqual({ success: true, webhooks: [webhook, billing] });
    expect(Buffer.from(String(webhook.verification_key), 'base64')).toHaveLength(32);
    expect(billing.verification_key).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  test('set again, the URL is another and the keys stay', async () => {
    const { webhook: before } = await setUrl(account, 'call', URL_OF_CALLS);
    const { webhook: after } = await setUrl(account, 'call', 'https://hooks.acme.example/new', false);
    expect(after).toEqual({
      ...before,
      url: 'https://hooks.acme.example/new',
      enabled: false,
      updated_at: after.updated_at,
    });
    expect(after.updated_at >= before.updated_at).toBe(true);
  });

  test('extra events are those of the latest PUT; one that names none asks for none', async () => {
    const { webhook } = await setUrl(account, 'call', URL_OF_CALLS, true, ['call.concluded', 'call.concluded']);
    expect(webhook.extra_events).toEqual(['call.concluded']);
    expect((await list()).webhooks).toEqual([webhook]);
    const { webhook: after } = await setUrl(account, 'call', URL_OF_CALLS);
    expect(after.extra_events).toEqual([]);
    expect((await list()).webhooks).toEqual([after]);
    expect((await setUrl(account, 'billing', URL_OF_CALLS, true, [])).webhook.extra_events).toEqual([]);
  });

  test('of several set at once, one is there', async () => {
    const urls = Array.from({ length: 6 }, (_, at) => `${URL_OF_CALLS}/${at}`);
    await Promise.all(urls.map((url) => setUrl(account, 'call', url)));
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
    expect(await refusalOf(setUrl(account, 'call', url))).toMatchObject({
      status: 400,
      issues: [{ path: 'url', message }],
    });
    expect((await list()).webhooks).toEqual([]);
  });

  test('a kind that does not exist', async () => {
    expect(await wrongFieldsOf(setUrl(account, 'sms' as WebhookKind, URL_OF_CALLS))).toEqual(['kind']);
  });

  test('an account slug that is missing', async () => {
    expect(await wrongFieldsOf(setUrl({ ...account, slug: undefined as never }, 'call', URL_OF_CALLS))).toEqual([
      'accountSlug',
    ]);
  });

  test.each([
    ['an event that does not exist', 'call', ['call.begun'], 'extraEvents.0'],
    ['an event that everybody gets', 'call', ['call.hangup'], 'extraEvents.0'],
    ['something else than a list', 'call', 'call.concluded', 'extraEvents'],
    ['an extra event of the billing kind', 'billing', ['call.concluded'], 'extraEvents'],
  ] as const)('%s', async (_, kind, extraEvents, field) => {
    expect(await wrongFieldsOf(setUrl(account, kind, URL_OF_CALLS, true, extraEvents as never))).toEqual([field]);
    expect((await list()).webhooks).toEqual([]);
  });

  test('is told of every field at once', async () => {
    const call = { kind: 'sms', url: 'https://10.0.0.1/' } as never;
    expect((await wrongFieldsOf(account.api.setWebhook(call))).sort()).toEqual(['accountSlug', 'kind', 'url']);
  });

  test('is told before the slug is judged: a bad URL with the slug of another account, or of none', async () => {
    const other = await newAccount();
    for (const accountSlug of [other.slug, 'no-such-account']) {
      expect(
        await wrongFieldsOf(account.api.setWebhook({ kind: 'call', accountSlug, url: 'https://10.0.0.1/' })),
      ).toEqual(['url']);
    }
  });
});

describe('test event', () => {
  test.each(['call', 'billing'] as const)(
    'of the kind %s arrives signed, with every field of the contract',
    async (kind) => {
      const receiver = await receiverFor(account);
      const { delivery } = await sendTest(account, kind);
      expect(receiver.received.map(({ problem, path }) => [problem, path])).toEqual([[null, `/${kind}`]]);
      const [event] = receiver.received;
      expect(delivery).toMatchObject({
        event_id: event?.id,
        kind,
        status: 'delivered',
        attempts: [{ status_code: 200, latency_ms: expect.any(Number), error: null }],
        next_attempt_at: null,
        payload: event && payloadOf(event),
      });
      expect(Object.keys(delivery.payload.data as object).sort()).toEqual(SPEC_FIELDS[kind]);
      expect((await listDeliveries(account)).deliveries).toEqual([delivery]);
    },
  );

  test.each([
    [500, 500, null],
    [302, 302, null],
    ['close', null, 'The receiver closed the connection without an answer.'],
    ['hang', null, 'No answer within 5 seconds.'],
  ] as const)('is a 200 when the receiver answers %s, and is sent once', async (answer, status_code, error) => {
    const receiver = await receiverFor(account, answer);
    const { delivery } = await sendTest(account, 'call');
    expect(delivery).toMatchObject({
      status: 'dead_lettered',
      attempts: [{ status_code, error }],
      next_attempt_at: null,
    });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/call']);
  });

  test('to a port where nobody listens is a 200 that says so', async () => {
    await setUrl(account, 'call', DEAD_URL);
    const { attempts } = (await sendTest(account, 'call')).delivery;
    expect(attempts).toMatchObject([{ status_code: null, error: 'The receiver refused the connection.' }]);
  });

  test('reaches a receiver whose webhook is disabled', async () => {
    const receiver = await receiverFor(account);
    await setUrl(account, 'call', `${receiver.url}/call`, false);
    expect((await sendTest(account, 'call')).delivery.status).toBe('delivered');
  });

  test('under an Idempotency-Key is sent once', async () => {
    const receiver = await receiverFor(account);
    const send = () => account.api.testWebhook({ kind: 'call' }, { idempotencyKey: 'the-same' });
    const first = await send();
    expect(await send()).toEqual(first);
    expect(receiver.received).toHaveLength(1);
  });

  test('404 where no URL is set', async () => {
    expect(await statusOf(sendTest(account, 'billing'))).toBe(404);
  });
});
