import { afterAll, expect } from '@jest/globals';
import {
  type ReceivedEvent,
  type ReceiverAnswer,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#infra/local/commands/webhook-receiver.ts';
import type { VerificationKeys } from '#infra/local/commands/webhook-verification.ts';
import type { Client, InputOf } from '#shared/client/client.ts';
import { CONCLUDED, type ExtraEvent } from '#shared/domain/webhook/extra-events.ts';
import { WEBHOOK_KINDS, type WebhookKind } from '#shared/domain/webhook/signing.ts';
import type { Delivery } from '#shared/schemas/webhook.ts';
import { expectSilence } from '#test/harness/stack/stack-time.ts';
import type { TestAccount } from './account.ts';
import { CALLEE, calleePhone } from './phones.ts';

/** An address where nothing ever listens, because its port is reserved. */
export const DEAD_URL = 'http://127.0.0.1:1/hook';

const opened: WebhookReceiver[] = [];
afterAll(() => Promise.all(opened.map((receiver) => receiver.stop())));

/** Whose webhooks are set. */
interface Receiving {
  api: Client;
  slug: string;
}

export const setUrl = (
  { api, slug: accountSlug }: Receiving,
  kind: WebhookKind,
  url: string,
  enabled?: boolean,
  extraEvents?: ExtraEvent[],
) => api.setWebhook({ kind, accountSlug, url, enabled, extraEvents });

export const sendTest = ({ api, slug }: TestAccount, kind: WebhookKind) => api.testWebhook({ kind, accountSlug: slug });

export const rotate = ({ api, slug }: TestAccount, kind: WebhookKind) =>
  api.rotateWebhookSecret({ kind, accountSlug: slug });

export const resend = ({ api, slug }: TestAccount, { id }: Pick<Delivery, 'id'>) =>
  api.resendWebhookDelivery({ id, accountSlug: slug });

export const keysOf = async ({ api, slug }: Receiving): Promise<VerificationKeys> => {
  const { webhooks } = await api.listWebhooks({ accountSlug: slug });
  return Object.fromEntries(webhooks.map(({ kind, verification_key }) => [kind, verification_key ?? '']));
};

/**
 * A receiver that gets all events of an account from now on, and verifies them with the keys that the API shows. If it
 * hangs, the stack's time passes once it has the event, unless the test decides that itself with `onEvent`.
 */
export const receiverFor = async (
  account: Receiving,
  answer: ReceiverAnswer = 200,
  onEvent?: (event: ReceivedEvent) => void,
): Promise<WebhookReceiver> => {
  const letTimePass = ({ answer: given }: ReceivedEvent): void => {
    if (given === 'hang') void expectSilence(receiver.url);
  };
  const options = { port: 0, answer, keys: () => keysOf(account), onEvent: onEvent ?? letTimePass };
  const receiver: WebhookReceiver = await startWebhookReceiver(options);
  opened.push(receiver);
  for (const kind of WEBHOOK_KINDS) await setUrl(account, kind, `${receiver.url}/${kind}`);
  return receiver;
};

/** A receiver that is told of conclusions too. */
export const concludedReceiverFor = async (...[account, ...more]: Parameters<typeof receiverFor>) => {
  const receiver = await receiverFor(account, ...more);
  await setUrl(account, 'call', `${receiver.url}/call`, true, [CONCLUDED]);
  return receiver;
};

type DeliveryFilter = Omit<InputOf<'listWebhookDeliveries'>, 'accountSlug'>;

export const listDeliveries = ({ api, slug }: TestAccount, filter: DeliveryFilter = {}) =>
  api.listWebhookDeliveries({ accountSlug: slug, limit: 200, ...filter });

export const acceptedIds = ({ received }: WebhookReceiver): string[] =>
  received.filter(({ answer, isDuplicate }) => answer === 200 && !isDuplicate).map(({ id }) => id);

export const payloadOf = ({ body }: ReceivedEvent) =>
  JSON.parse(body.toString()) as { type: string; data: Record<string, unknown> };

/** Types of the events that one unanswered call announces. */
export const UNANSWERED_EVENTS = ['call.hangup', 'call.initiated'];

/** Calls somebody who is busy, so `UNANSWERED_EVENTS` happen within a second. */
export const callNobody = async (account: TestAccount): Promise<void> => {
  const contact = await account.given.contact({ phone: calleePhone(CALLEE.isBusy) });
  const { id } = await account.given.campaignWith([contact], { maxAttemptsPerContact: 1 });
  // While the carrier refuses another account's dial for a limit, the engine starts the call a moment after the
  // response.
  expect((await account.api.runCampaign({ id })).failed).toBe(0);
};

/** What the account's receiver is told of a call that is concluded: nothing yet, or the call. */
export const conclusionsTold = async (account: TestAccount, callId: string): Promise<unknown[]> => {
  const { deliveries } = await listDeliveries(account);
  const told = deliveries.filter(({ type }) => type === CONCLUDED).map(({ payload }) => payload.data as { id: string });
  return told.filter(({ id }) => id === callId);
};
