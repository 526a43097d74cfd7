import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { startWebhookReceiver } from '#infra/local/commands/webhook-receiver.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { SECOND_MS } from '#shared/domain/time.ts';
import { OPERATOR_KEY_ID } from '#test/deployed/aws/aws-account.ts';
import type { Deployment } from '#test/deployed/deployment.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { deliverBilling, lemonSqueezyEvents, stripeEvents } from '#test/harness/given/billing-events.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { until } from './until.ts';

/** Far enough ahead for a schedule that is made meanwhile. */
const SCHEDULED_AFTER_MS = 15 * SECOND_MS;

const secretIdOf = ({ stack }: Deployment, variable: string): string => {
  for (const { properties } of stack.stack().resources) {
    const { Variables } = (properties.Environment ?? {}) as { Variables?: Record<string, string> };
    const id = Variables?.[variable];
    if (id !== undefined) return id;
  }
  throw new Error(`No function of the templates has ${variable}.`);
};

/** Puts a message where a worker finds it. */
const sendAs = async ({ stack }: Deployment, output: string, message: object): Promise<void> => {
  const { secretAccessKey } = LOCAL_CREDENTIALS;
  const credentials = { accessKeyId: OPERATOR_KEY_ID, secretAccessKey };
  const sqs = new SQSClient({ endpoint: stack.aws.url, region: LOCAL_REGION, credentials });
  const QueueUrl = String(stack.stack().outputs[output]);
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
  sqs.destroy();
};

/** The answer of the streaming function about a call. @throws when it is no stream of a model's words */
const askModelEndpoint = async (deployment: Deployment, callId: string): Promise<void> => {
  const { stack } = deployment;
  const token = stack.aws.secrets.valueOf(secretIdOf(deployment, 'MODEL_ENDPOINT_SECRET_ID'));
  const response = await fetch(`${String(stack.stack().outputs.ModelEndpointUrl)}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      stream: true,
      messages: [{ role: 'user', content: 'Hello?' }],
      extra_metadata: { call_id: callId },
    }),
  });
  const text = await response.text();
  if (response.status !== 200 || !text.includes('data: [DONE]')) {
    throw new Error(`The model endpoint answered ${response.status} ${text.slice(0, 200)}`);
  }
};

/**
 * What the tour and the routes leave out: webhooks that somebody receives, billing events, an erasure, a number to be
 * looked at, a schedule that fires, and a streamed answer.
 */
export const askEveryWorker = async (deployment: Deployment): Promise<void> => {
  const { journal } = deployment.stack;
  const { api, slug: accountSlug, teamId, given } = await newAccount();
  let keys: { call?: string } = {};
  const receiver = await startWebhookReceiver({ port: 0, keys: () => keys });
  try {
    await api.setWebhook({ kind: 'call', accountSlug, url: `${receiver.url}/call` });
    const { webhooks } = await api.listWebhooks({ accountSlug });
    keys = { call: webhooks.find(({ kind }) => kind === 'call')?.verification_key ?? '' };

    const [number, { id: assistantId }] = [await given.number(), await given.assistant()];
    const scheduledAt = new Date(Date.now() + SCHEDULED_AFTER_MS).toISOString();
    const toNumber = calleePhone(CALLEE.doesNotAnswer);
    const { call } = await api.createCall({ teamId, assistantId, toNumber, scheduledAt });
    await deliverBilling(
      stripeEvents({ id: 'sub_stripe', teamId }).created,
      lemonSqueezyEvents({ id: 'sub_lemon', teamId }).created,
    );
    await sendAs(deployment, 'NumberQueueUrl', { number_id: number.id });
    await askModelEndpoint(deployment, call.id);
    await api.eraseContact({ id: (await given.contact()).id });

    await until('a webhook arrives', () => receiver.received.length > 0);
    const refused = receiver.received.find(({ problem }) => problem !== null);
    if (refused) throw new Error(`A webhook cannot be verified: ${refused.problem}`);
    await until('the schedule of a call fires', () => journal.hasUsed('EventBridge Scheduler', 'sqs:SendMessage'));
  } finally {
    await receiver.stop();
  }
};
