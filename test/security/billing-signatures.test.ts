import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { receiveBillingEvent } from '#functions/webhooks/receive-billing-event.ts';
import { BILLING_SCHEMES } from '#shared/providers/billing/billing-providers.ts';
import '#shared/runtime/adapters/all.ts';
import { setLogSink } from '#shared/runtime/log.ts';
import { lemonSqueezyEvents, type SampleEvent, signatureOf, stripeEvents } from '#test/harness/given/billing-events.ts';
import { BILLING_SECRETS, withEnvironment } from '#test/harness/stack/environment.ts';

const MUTATIONS = 10_000;
const NOW = new Date('2026-06-15T00:00:00Z');

const sample = { id: 'sub_1', teamId: 'team_1' };
const stripe = stripeEvents(sample).created;
const lemonSqueezy = lemonSqueezyEvents(sample).created;

const headerOf = (event: SampleEvent): string => Object.values(signatureOf(event, { at: NOW }))[0] ?? '';

/** The first `MUTATIONS` of all ways to flip one bit in one of the texts. */
const bitFlips = (texts: string[]): { at: number; changed: Buffer }[] => {
  const flips = texts.flatMap((text, at) =>
    Array.from({ length: Buffer.byteLength(text) * 8 }, (_, bit) => {
      const changed = Buffer.from(text);
      const index = Math.floor(bit / 8);
      changed.writeUInt8(changed.readUInt8(index) ^ (1 << (bit % 8)), index);
      return { at, changed };
    }),
  );
  expect(flips.length).toBeGreaterThanOrEqual(MUTATIONS);
  return flips.slice(0, MUTATIONS);
};

/** One body each, so that there are enough different signatures to spoil. */
const variants = ({ provider, body }: SampleEvent): SampleEvent[] =>
  Array.from({ length: 30 }, (_, spaces) => ({ provider, body: body + ' '.repeat(spaces) }));

const base64Of = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

const schemes: [string, SampleEvent, secret: string, spell: (header: string) => string][] = [
  ['Stripe', stripe, BILLING_SECRETS.stripe, (header) => header],
  ['Lemon Squeezy in hex', lemonSqueezy, BILLING_SECRETS.lemonSqueezy, (header) => header],
  ['Lemon Squeezy in base64', lemonSqueezy, BILLING_SECRETS.lemonSqueezy, base64Of],
];

describe.each(schemes)('%s', (_, event, secret, spell) => {
  const verifies = (rawBody: Buffer, signature: string): boolean =>
    BILLING_SCHEMES[event.provider].isGenuine({ rawBody, signature, secret, now: NOW });
  const events = variants(event);
  const signatures = events.map((each) => spell(headerOf(each)));

  test('what was signed verifies', () => {
    expect(events.filter(({ body }, at) => !verifies(Buffer.from(body), signatures[at] ?? ''))).toEqual([]);
  });

  test('of 10,000 signatures with one bit flipped none is accepted', () => {
    const accepted = bitFlips(signatures).filter(({ at, changed }) =>
      verifies(Buffer.from(events[at]?.body ?? ''), changed.toString('latin1')),
    );
    expect(accepted).toEqual([]);
  });

  test('of 10,000 bodies with one bit flipped none is accepted', () => {
    const accepted = bitFlips(events.map(({ body }) => body)).filter(({ at, changed }) =>
      verifies(changed, signatures[at] ?? ''),
    );
    expect(accepted).toEqual([]);
  });
});

describe('while no secret is configured', () => {
  const restore = withEnvironment({
    CORS_ALLOWED_ORIGINS: '*',
    TABLE_NAME: 'none',
    WEBHOOK_QUEUE_URL: 'http://127.0.0.1:9/queue',
    STRIPE_WEBHOOK_SECRET: '',
    LEMON_SQUEEZY_WEBHOOK_SECRET: '',
  });
  beforeAll(() => {
    setLogSink(() => undefined);
    restore.set();
  });
  afterAll(restore.undo);

  const second = Math.floor(Date.now() / 1000);
  const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

  test.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['garbage', { 'stripe-signature': 'garbage', 'x-signature': 'garbage' }],
    ['an empty secret as Stripe', { 'stripe-signature': `t=${second},v1=${hmac('', `${second}.{}`)}` }],
    ['the word undefined as Stripe', { 'stripe-signature': `t=${second},v1=${hmac('undefined', `${second}.{}`)}` }],
    ['an empty secret as Lemon Squeezy', { 'x-signature': hmac('', '{}') }],
    ['the word undefined as Lemon Squeezy', { 'x-signature': hmac('undefined', '{}') }],
  ])('a body signed with %s is refused', async (_, headers) => {
    const event = {
      routeKey: 'POST /api/billing/webhook',
      headers,
      body: '{}',
      isBase64Encoded: false,
      requestContext: { requestId: 'request', http: { method: 'POST', path: '/api/billing/webhook' } },
    } as unknown as APIGatewayProxyEventV2;
    const { statusCode, body } = await receiveBillingEvent.handler(event, {} as Context);
    expect([statusCode, body]).toEqual([401, '{"error":"Unauthorized"}']);
  });
});
