import { afterAll, expect } from '@jest/globals';
import {
  type ReceivedEvent,
  type ReceiverAnswer,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#infra/local/commands/webhook-receiver.ts';
import type { VerificationKeys } from '#infra/local/commands/webhook-verification.ts';
import { WEBHOOK_KINDS, type WebhookKind } from '#shared/domain/webhook/signing.ts';
import type { Delivery } from '#shared/schemas/webhook.ts';
import { query, type Reply } from '#test/harness/client.ts';
import { eventually } from '#test/harness/eventually.ts';
import type { TestAccount } from './account.ts';
import { give } from './campaign-states.ts';
import '#test/harness/newer-replies.ts';
import { expectSilence } from '#test/harness/time/stack-time.ts';
import { CALLEE, calleePhone } from './phones.ts';

export const WEBHOOKS = '/api/settings/webhooks';
/** Nothing listens there, and nothing ever will: the port is reserved. */
export const DEAD_URL = 'http://127.0.0.1:1/hook';

const opened: WebhookReceiver[] = [];
afterAll(() => Promise.all(opened.map((receiver) => receiver.stop())));

export const setUrl = ({ api, slug: accountSlug }: TestAccount, kind: WebhookKind, url: string, more: object = {}) =>
  api.put(`${WEBHOOKS}/${kind}`, { accountSlug, url, ...more });

export const command = ({ api, slug }: TestAccount, path: string): Promise<Reply> =>
  api.post(`${WEBHOOKS}/${path}`, { accountSlug: slug });

export const sendTest = (account: TestAccount, kind: WebhookKind): Promise<Reply> => command(account, `${kind}/test`);

export const rotate = (account: TestAccount, kind: WebhookKind): Promise<Reply> =>
  command(account, `${kind}/rotate-secret`);

export const resend = (account: TestAccount, { id }: Pick<Delivery, 'id'>): Promise<Reply> =>
  command(account, `deliveries/${id}/resend`);

export const keysOf = async ({ api, slug }: TestAccount): Promise<VerificationKeys> => {
  const { webhooks } = (await api.get(`${WEBHOOKS}${query({ accountSlug: slug })}`)).body;
  return Object.fromEntries(webhooks.map(({ kind, verification_key }) => [kind, verification_key]));
};

/**
 * A receiver that gets all events of an account from now on, and verifies them with the keys that the API shows. Where it
 * hangs, the time of the stack passes once it has the event, unless the test decides about that itself with `onEvent`.
 */
export const receiverFor = async (
  account: TestAccount,
  answer: ReceiverAnswer = 200,
  onEvent?: (event: ReceivedEvent) => void,
): Promise<WebhookReceiver> => {
  const letTimePass = ({ answer: given }: ReceivedEvent): void => {
    if (given === 'hang') void expectSilence(receiver.url);
  };
  const options = { port: 0, answer, keys: () => keysOf(account), onEvent: onEvent ?? letTimePass };
  const receiver: WebhookReceiver = await startWebhookReceiver(options);
  opened.push(receiver);
  for (const kind of WEBHOOK_KINDS) {
    expect((await setUrl(account, kind, `${receiver.url}/${kind}`)).status).toBe(200);
  }
  return receiver;
};

type DeliveryFilter = { kind?: string; status?: string; limit?: number; offset?: number };

export const listDeliveries = ({ api, slug }: TestAccount, filter: DeliveryFilter = {}): Promise<Reply> =>
  api.get(`${WEBHOOKS}/deliveries${query({ accountSlug: slug, limit: 200, ...filter })}`);

/** All deliveries of an account, once there are so many and each fulfils the condition. */
export const deliveriesBecome = (
  account: TestAccount,
  count: number,
  expected: Partial<Delivery> & object,
): Promise<Delivery[]> =>
  eventually(async () => {
    const { deliveries } = (await listDeliveries(account)).body;
    expect(deliveries).toHaveLength(count);
    for (const delivery of deliveries) expect(delivery).toMatchObject(expected);
    return deliveries;
  });

export const acceptedIds = ({ received }: WebhookReceiver): string[] =>
  received.filter(({ answer, isDuplicate }) => answer === 200 && !isDuplicate).map(({ id }) => id);

export const payloadOf = ({ body }: ReceivedEvent) =>
  JSON.parse(body.toString()) as { type: string; data: Record<string, unknown> };

/** Types of the events that one unanswered call announces. */
export const UNANSWERED_EVENTS = ['call.hangup', 'call.initiated'];

/** Calls somebody who is busy: `UNANSWERED_EVENTS` happen, within a second. */
export const callNobody = async (account: TestAccount): Promise<void> => {
  const contact = await account.given.contact({ phone: calleePhone(CALLEE.isBusy) });
  const { id } = await account.given.campaignWith([contact], { maxAttemptsPerContact: 1 });
  expect((await give(account, id, 'run')).body.started).toBe(1);
};
