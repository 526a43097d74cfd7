import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { apiClient } from '#test/harness/client.ts';

const PATH = '/api/billing/webhook';
const EVENT = JSON.stringify({ type: 'customer.subscription.created', data: { object: {} } });

const api = apiClient(undefined);
const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

describe('401', () => {
  const second = Math.floor(Date.now() / 1000);

  test.each<[string, Record<string, string>]>([
    ['without a signature', {}],
    ['with garbage', { 'stripe-signature': 'garbage', 'x-signature': 'garbage' }],
    [
      'signed by a stranger as Stripe',
      { 'stripe-signature': `t=${second},v1=${hmac('secret', `${second}.${EVENT}`)}` },
    ],
    [
      'signed with an empty secret as Stripe',
      { 'stripe-signature': `t=${second},v1=${hmac('', `${second}.${EVENT}`)}` },
    ],
    ['signed by a stranger as Lemon Squeezy', { 'x-signature': hmac('secret', EVENT) }],
    ['signed with an empty secret as Lemon Squeezy', { 'x-signature': hmac('', EVENT) }],
    ['signed with the word undefined', { 'x-signature': hmac('undefined', EVENT) }],
  ])('an event %s is refused while no secret is configured', async (_, headers) => {
    const { status, body } = await api.send('POST', PATH, EVENT, { 'content-type': 'application/json', ...headers });
    expect([status, body]).toEqual([401, { error: 'Unauthorized' }]);
  });
});
