import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { WebhookReceiver } from '#infra/local/commands/webhook-receiver.ts';
import { SERVICE_LOG_FILE } from '#infra/local/process/service-log.ts';
import { type Reply, sender } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createKey, createRevokedKey } from '#test/harness/given/api-keys.ts';
import { deliverBilling, postBilling, signatureOf, stripeEvents } from '#test/harness/given/billing-events.ts';
import { placeInboundCall } from '#test/harness/given/calls/inbound-calls.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { DEAD_URL, keysOf, listDeliveries, receiverFor, sendTest, setUrl } from '#test/harness/given/webhooks.ts';
import { BILLING_SECRETS, stack } from '#test/harness/stack/environment.ts';
import { campaignBecomes, deliveriesBecome } from '#test/harness/wait-for.ts';

const WEBHOOKS = '/api/settings/webhooks';
const PASSWORD = 'correct-horse-battery';
const NAME = 'Zoltan Kappelhoff';
const URL_TOKEN = 'token-in-the-path-of-the-receiver';
const FORGED_SIGNATURE = Buffer.alloc(64, 7).toString('base64');
/** As long as a secret must be for its text not to occur by chance. */
const MIN_SECRET_CHARS = 8;
const SIGNATURE_HEADERS = ['telephony-signature-ed25519', 'x-signature', 'webhook-signature'];

/** What may stand in no log line and no error, by its name. */
const secrets = new Map<string, string>();
let campaignId: string;
/** Bodies of every reply that was no success. */
const errorBodies: string[] = [];
const requestIds: string[] = [];

const logLines = (): string[] => readFileSync(join(stack().state_dir, SERVICE_LOG_FILE), 'utf8').split('\n');

/** Names of the secrets that stand in a text, as they are or as JSON or a URL writes them. */
const secretsIn = (text: string): string[] =>
  [...secrets]
    .filter(([, secret]) =>
      [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].some((form) => text.includes(form)),
    )
    .map(([name]) => name);

const keep = ({ status, body, headers }: Reply): void => {
  requestIds.push(headers.get('x-request-id') ?? '');
  if (status >= 400) errorBodies.push(JSON.stringify(body));
};

const keepKeysOf = async (account: TestAccount, when: string): Promise<void> => {
  const { billing = '' } = await keysOf(account);
  secrets.set(`billing secret ${when}`, billing);
  secrets.set(`billing secret ${when}, without its prefix`, billing.replace('whsec_', ''));
};

const keepSignaturesOf = ({ received }: WebhookReceiver): void => {
  for (const { headers, id } of received) {
    for (const name of SIGNATURE_HEADERS) {
      const signatures = String(headers[name] ?? '').split(' ');
      signatures.forEach((signature, nth) => {
        const bare = signature.replace(/^v1a?,/, '');
        if (bare) secrets.set(`${name} ${nth} of ${id}`, bare);
      });
    }
  }
};

const keepSecretsOfStack = (): void => {
  const { state_dir } = stack();
  secrets.set('master secret of webhooks', readFileSync(join(state_dir, 'webhook-signing.secret'), 'utf8').trim());
  const pem = readFileSync(join(state_dir, 'carrier-key.pem'), 'utf8');
  secrets.set("carrier's private key", pem.split('\n')[1] ?? '');
  for (const [provider, secret] of Object.entries(BILLING_SECRETS)) secrets.set(`secret of ${provider}`, secret);
};

const callEveryone = async (account: TestAccount): Promise<void> => {
  const phones = Object.values(CALLEE).map((ending) => calleePhone(ending));
  const contacts = await Promise.all(phones.map((phone) => account.given.contact({ phone })));
  const number = await account.given.number();
  const [caller, unowned] = [calleePhone(), calleePhone()];
  for (const [nth, phone] of [...phones, number.phone_number, caller, unowned].entries()) {
    secrets.set(`phone number ${nth}`, phone);
    secrets.set(`digits of phone number ${nth}`, phone.slice(1));
  }
  const { id } = await account.given.campaignWith(contacts, { fromNumberIds: [number.id], maxAttemptsPerContact: 1 });
  campaignId = id;
  keep(await account.api.send('POST', `/api/crm/campaigns/${id}/run`));
  await placeInboundCall(caller, number.phone_number);
  await placeInboundCall(caller, unowned);
  await campaignBecomes(account, id, 'completed');
};

/** Requests that are refused, with secrets wherever a request can carry one. */
const sendWhatIsRefused = async (
  { api, token, slug }: TestAccount,
  other: TestAccount,
  phone: string,
): Promise<void> => {
  const spoiled = `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`;
  secrets
    .set('name of a person', NAME)
    .set('spoiled token', spoiled)
    .set('password in a URL', PASSWORD)
    .set('forged signature', FORGED_SIGNATURE);
  const json = { 'content-type': 'application/json' };
  const billing = stripeEvents({ id: 'sub_secret', teamId: undefined }).created;
  const stripeHeader = signatureOf(billing)['stripe-signature'] ?? '';
  secrets.set('signature of Stripe', stripeHeader.split('v1=')[1] ?? '');
  const replies = [
    sender(spoiled)('GET', '/api/account'),
    other.api.send('GET', `${WEBHOOKS}?accountSlug=${slug}`),
    api.send('GET', `/api/nowhere?token=${token}`),
    api.send('POST', `${WEBHOOKS}/call/test`, `{"token": "${token}"`, json),
    api.send('PUT', `${WEBHOOKS}/call`, { accountSlug: slug, url: `https://olive:${PASSWORD}@hooks.acme.example/` }),
    api.send('PUT', `${WEBHOOKS}/call`, { accountSlug: slug, url: `${DEAD_URL}#${token}` }),
    api.send('POST', '/api/phone-numbers/purchase', { teamId: 'team_unknown', phoneNumber: phone }),
    api.send('POST', '/api/crm/contacts', {
      teamId: 'team_unknown',
      companyId: 'comp_unknown',
      phone,
      firstName: token,
    }),
    api.send('DELETE', `/api/crm/suppressions/${encodeURIComponent(phone)}?teamId=team_unknown`),
    postBilling(`${billing.body} `, { 'stripe-signature': stripeHeader }),
    postBilling(billing.body, { 'x-signature': FORGED_SIGNATURE }),
    sender()('POST', '/api/db/webhook', '{}', {
      ...json,
      'telephony-signature-ed25519': FORGED_SIGNATURE,
    }),
  ];
  for (const reply of await Promise.all(replies)) {
    expect(reply.status).toBeGreaterThanOrEqual(400);
    keep(reply);
  }
};

/** Requests whose paths hold what none may. Their answers quote it to whoever sent it. */
const sendPathsOfPeople = async ({ api, slug }: TestAccount, phone: string): Promise<void> => {
  const replies = [
    api.send('GET', `/api/crm/suppressions/${encodeURIComponent(phone)}`),
    api.send('GET', `/api/crm/calls/${encodeURIComponent(phone)}?teamId=team_unknown`),
    api.send('GET', `/api/crm/contacts/${phone.slice(1)}`),
    api.send('PATCH', `/api/crm/contacts/${encodeURIComponent(NAME)}`, { firstName: 'Ada' }),
    api.send('PUT', `${WEBHOOKS}/${phone.slice(1)}`, { accountSlug: slug }),
  ];
  for (const { status, headers } of await Promise.all(replies)) {
    expect(status).toBeGreaterThanOrEqual(400);
    requestIds.push(headers.get('x-request-id') ?? '');
  }
};

const useWebhooks = async (account: TestAccount, receiver: WebhookReceiver): Promise<void> => {
  const post = (path: string) => account.api.send('POST', `${WEBHOOKS}/${path}`, { accountSlug: account.slug });
  await keepKeysOf(account, 'at first');
  for (const kind of ['call', 'billing'] as const) {
    keep(await post(`${kind}/rotate-secret`));
    keep(await post(`${kind}/test`));
  }
  await keepKeysOf(account, 'after the rotation');
  await deliverBilling(...Object.values(stripeEvents({ id: `sub_${account.accountId}`, teamId: account.teamId })));
  receiver.answerWith(500);
  const { delivery } = await sendTest(account, 'call');
  receiver.answerWith(200);
  keep(await post(`deliveries/${delivery.id}/resend`));
};

beforeAll(async () => {
  const [account, other] = await Promise.all([newAccount(), newAccount()]);
  secrets.set('token', account.token).set('token of another account', other.token).set('URL token', URL_TOKEN);
  secrets.set('token of a further key', (await createKey(account)).token);
  secrets.set('token of a revoked key', (await createRevokedKey(account)).token);
  keepSecretsOfStack();
  const receiver = await receiverFor(account);
  await setUrl(account, 'call', `${receiver.url}/call/${URL_TOKEN}`);
  await callEveryone(account);
  await useWebhooks(account, receiver);
  await sendWhatIsRefused(account, other, secrets.get('phone number 0') ?? '');
  await sendPathsOfPeople(account, secrets.get('phone number 0') ?? '');
  const { count } = await listDeliveries(account);
  await deliveriesBecome(account, count, { status: 'delivered' });
  keepSignaturesOf(receiver);
});

describe('the scenario', () => {
  test('has secrets of every sort, each long enough to be known again', () => {
    expect(secrets.size).toBeGreaterThan(100);
    expect([...secrets].filter(([, secret]) => secret.length < MIN_SECRET_CHARS)).toEqual([]);
  });

  test('is in the log that is searched', () => {
    const log = logLines().join('\n');
    expect(requestIds.filter((id) => id === '' || !log.includes(id))).toEqual([]);
    expect(errorBodies.length).toBeGreaterThanOrEqual(10);
  });

  test('would be told from a leak, however it is written', () => {
    const phone = secrets.get('phone number 0') ?? '';
    expect(secretsIn(`GET /api/contacts?phone=${encodeURIComponent(phone)}`)).toContain('phone number 0');
    expect(secretsIn(JSON.stringify({ message: BILLING_SECRETS.stripe }))).toEqual(['secret of stripe']);
  });
});

test('no secret, token, signature or phone number stands in the log', () => {
  expect(logLines().flatMap((line) => secretsIn(line).map((name) => [name, line]))).toEqual([]);
});

test('which of our own things a request was about is in the log', () => {
  expect(logLines().filter((line) => line.includes(`"path":"/api/crm/campaigns/${campaignId}/run"`))).toHaveLength(1);
});

test('none stands in an error that a client gets', () => {
  expect(errorBodies.flatMap((body) => secretsIn(body).map((name) => [name, body]))).toEqual([]);
});

test('nothing in the log has the form of a token, a webhook secret or a phone number', () => {
  const forms = /vac_[0-9A-Za-z]{40}|whsec_|(?<![0-9A-Za-z])\+[1-9]\d{7,14}(?!\d)/;
  expect(logLines().filter((line) => forms.test(line))).toEqual([]);
});
