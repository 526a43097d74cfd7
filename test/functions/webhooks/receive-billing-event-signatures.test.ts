import { describe, expect, test } from '@jest/globals';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import { newAccount } from '#test/harness/given/account.ts';
import {
  lemonSqueezyEvents,
  postBilling,
  type SampleEvent,
  signatureOf,
  stripeEvents,
} from '#test/harness/given/billing-events.ts';
import { BILLING_SECRETS } from '#test/harness/stack/environment.ts';

const POSITIONS = 60;
const FIVE_MINUTES_MS = 5 * MINUTE_MS;
const UNAUTHORIZED = [401, { error: 'Unauthorized' }];

const answer = async (body: string, headers: Record<string, string>) => {
  const reply = await postBilling(body, headers);
  return [reply.status, reply.body];
};

/** The text with one byte changed into another printable one, at many places. */
const oneByteChanged = (text: string): string[] =>
  Array.from({ length: POSITIONS }, (_, at) => {
    const position = Math.floor((at * text.length) / POSITIONS);
    const changed = String.fromCharCode(text.charCodeAt(position) ^ 1);
    return text.slice(0, position) + changed + text.slice(position + 1);
  });

const sample = { id: 'sub_signed', teamId: 'team_of_nobody' };
const events: [string, SampleEvent][] = [
  ...Object.entries(stripeEvents(sample)).map(([name, event]): [string, SampleEvent] => [`Stripe ${name}`, event]),
  ...Object.entries(lemonSqueezyEvents(sample)).map(([name, event]): [string, SampleEvent] => [
    `Lemon Squeezy ${name}`,
    event,
  ]),
];

describe('a sample payload', () => {
  test.each(events)('%s is accepted as its provider signs it, and refused with one byte changed', async (_, event) => {
    const headers = signatureOf(event);
    expect(await answer(event.body, headers)).toEqual([200, { success: true }]);
    const replies = await Promise.all(oneByteChanged(event.body).map((body) => answer(body, headers)));
    for (const reply of replies) expect(reply).toEqual(UNAUTHORIZED);
  });

  test.each(events.filter(([name]) => name.endsWith('created')))(
    '%s is refused under any other signature',
    async (_, event) => {
      const [[name, signature] = ['', '']] = Object.entries(signatureOf(event));
      const stale = new Date(Date.now() - FIVE_MINUTES_MS - 5 * SECOND_MS);
      const future = new Date(Date.now() + FIVE_MINUTES_MS + 5 * SECOND_MS);
      const otherTimes = event.provider === 'stripe' ? [stale, future].map((at) => signatureOf(event, { at })) : [];
      const headers: Record<string, string>[] = [
        {},
        { [name]: '' },
        ...oneByteChanged(signature).map((changed) => ({ [name]: changed })),
        ...['a stranger', 'undefined', 'null'].map((secret) => signatureOf(event, { secret })),
        ...otherTimes,
      ];
      for (const reply of await Promise.all(headers.map((each) => answer(event.body, each)))) {
        expect(reply).toEqual(UNAUTHORIZED);
      }
    },
  );
});

describe('a refused event', () => {
  test('changes nothing', async () => {
    const account = await newAccount({ plan: 'free' });
    const { created } = stripeEvents({ id: `sub_${account.accountId}`, teamId: account.teamId });
    expect(await answer(created.body, signatureOf(created, { secret: 'a stranger' }))).toEqual(UNAUTHORIZED);
    expect(await account.api.getAccount()).toMatchObject({ plan: { name: 'free' }, subscription: null });
  });
});

describe('which provider signed', () => {
  const { created } = lemonSqueezyEvents(sample);

  test('Lemon Squeezy may sign in base64 too, in its canonical spelling only', async () => {
    const { 'x-signature': hex = '' } = signatureOf(created);
    const base64 = Buffer.from(hex, 'hex').toString('base64');
    expect(await answer(created.body, { 'x-signature': base64 })).toEqual([200, { success: true }]);
    for (const other of [hex.toUpperCase(), base64.replace('=', ''), `${base64}=`, `sha256=${hex}`]) {
      expect(await answer(created.body, { 'x-signature': other })).toEqual(UNAUTHORIZED);
    }
  });

  test('what claims to be from Stripe is not tried as from Lemon Squeezy', async () => {
    const headers = { ...signatureOf(created), 'stripe-signature': 't=1,v1=0' };
    expect(await answer(created.body, headers)).toEqual(UNAUTHORIZED);
  });

  test.each([
    ['Stripe', stripeEvents, 'x-signature', BILLING_SECRETS.lemonSqueezy],
    ['Lemon Squeezy', lemonSqueezyEvents, 'stripe-signature', BILLING_SECRETS.stripe],
  ] as const)(
    'an event in the shape of %s under the other one’s genuine signature changes nothing',
    async (...given) => {
      const [, eventsOf, header, secret] = given;
      const account = await newAccount({ plan: 'free' });
      const { created: foreign } = eventsOf({ id: `sub_${account.accountId}`, teamId: account.teamId });
      const provider = header === 'x-signature' ? 'lemon_squeezy' : 'stripe';
      const headers = signatureOf({ provider, body: foreign.body }, { secret });
      expect(Object.keys(headers)).toEqual([header]);
      expect(await answer(foreign.body, headers)).toEqual([200, { success: true }]);
      expect(await account.api.getAccount()).toMatchObject({ plan: { name: 'free' }, subscription: null });
    },
  );

  test("one provider's secret does not sign for the other", async () => {
    const asStripe = signatureOf({ provider: 'stripe', body: created.body }, { secret: 'signing-secret-of-the-stack' });
    expect(await answer(created.body, asStripe)).toEqual(UNAUTHORIZED);
    const asLemonSqueezy = signatureOf(created, { secret: 'whsec_of_the_test_stack' });
    expect(await answer(created.body, asLemonSqueezy)).toEqual(UNAUTHORIZED);
  });
});
