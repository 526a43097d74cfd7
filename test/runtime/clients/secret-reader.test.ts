import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { close, listen, readBytes } from '#infra/local/process/json-http.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { BILLING_SCHEMES } from '#shared/providers/billing/billing-providers.ts';
import { secretReader } from '#shared/runtime/clients/secret-reader.ts';
import { withEnvironment } from '#test/harness/stack/environment.ts';

const SECRET_ID = 'calling/stripe';
const FIVE_MINUTES_MS = 5 * MINUTE_MS;

/** Secrets Manager as far as it is spoken to: its wire protocol, one operation. */
let server: Server;
let stored: string | undefined;
let asked: string[] = [];
let variables: ReturnType<typeof withEnvironment>;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { SecretId } = JSON.parse((await readBytes(request)).toString()) as { SecretId: string };
    asked.push(`${request.headers['x-amz-target']} ${SecretId}`);
    const found = stored !== undefined && SecretId === SECRET_ID;
    response.writeHead(found ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    const answer = { Name: SecretId, SecretString: stored };
    const refusal = { __type: 'ResourceNotFoundException', message: "Secrets Manager can't find the secret." };
    response.end(JSON.stringify(found ? answer : refusal));
  });
  const port = await listen(server, 0);
  variables = withEnvironment({
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_environment',
    STRIPE_WEBHOOK_SECRET_ID: SECRET_ID,
    LEMON_SQUEEZY_WEBHOOK_SECRET: '',
    LEMON_SQUEEZY_WEBHOOK_SECRET_ID: '',
  });
  variables.set();
});
afterAll(async () => {
  variables.undo();
  server.closeAllConnections();
  await close(server);
});
beforeEach(() => {
  stored = 'whsec_of_aws';
  asked = [];
});

describe('a secret that is named', () => {
  test('comes from Secrets Manager, not from the environment, and is fetched once in five minutes', async () => {
    let now = 0;
    const read = secretReader('stripeWebhook', () => new Date(now));
    expect([await read(), await read()]).toEqual(['whsec_of_aws', 'whsec_of_aws']);
    now = FIVE_MINUTES_MS - 1;
    await read();
    expect(asked).toEqual([`secretsmanager.GetSecretValue ${SECRET_ID}`]);
  });

  test('that was changed takes effect after five minutes', async () => {
    let now = 0;
    const read = secretReader('stripeWebhook', () => new Date(now));
    await read();
    stored = 'whsec_rotated';
    expect(await read()).toBe('whsec_of_aws');
    now = FIVE_MINUTES_MS;
    expect(await read()).toBe('whsec_rotated');
  });

  test('stays known while Secrets Manager does not answer', async () => {
    let now = 0;
    const read = secretReader('stripeWebhook', () => new Date(now));
    await read();
    stored = undefined;
    now = FIVE_MINUTES_MS;
    expect(await read()).toBe('whsec_of_aws');
    expect(asked).toHaveLength(2);
  });

  test('and was never read is an error, not a missing secret', async () => {
    stored = undefined;
    await expect(secretReader('stripeWebhook')()).rejects.toThrow("can't find the secret");
  });
});

/** As editors and shells leave it: `--secret-string file://secret.txt` stores the end of the file too. */
const FROM_A_FILE = 'whsec_of_a_file\r\n';

/** Whether what Stripe signs with the secret alone is found genuine with what was read. */
const verifies = (secret: string | undefined): boolean => {
  const payload = '{"id":"evt_1"}';
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: FROM_A_FILE.trim() });
  return BILLING_SCHEMES.stripe.isGenuine({ signature, rawBody: Buffer.from(payload), secret, now: new Date() });
};

describe('a secret that ends in a line break', () => {
  test('verifies what the provider signed with the secret alone, from Secrets Manager', async () => {
    stored = FROM_A_FILE;
    expect(verifies(await secretReader('stripeWebhook')())).toBe(true);
  });

  test('and from the environment', async () => {
    const named = withEnvironment({ STRIPE_WEBHOOK_SECRET_ID: '', STRIPE_WEBHOOK_SECRET: FROM_A_FILE });
    named.set();
    expect(verifies(await secretReader('stripeWebhook')())).toBe(true);
    named.undo();
  });

  test('and has nothing else is no secret', async () => {
    stored = ' \n';
    expect(await secretReader('stripeWebhook')()).toBeUndefined();
  });
});

describe('a secret that is not named', () => {
  test('comes from the environment', async () => {
    const named = withEnvironment({ STRIPE_WEBHOOK_SECRET_ID: '' });
    named.set();
    expect(await secretReader('stripeWebhook')()).toBe('whsec_of_the_environment');
    named.undo();
    expect(asked).toEqual([]);
  });

  test('is undefined when it is nowhere', async () => {
    expect(await secretReader('lemonSqueezyWebhook')()).toBeUndefined();
  });
});
