import { callOfPayload } from '#shared/domain/webhook/call-of-payload.ts';
import { afterDeliveryAttempt } from '#shared/domain/webhook/retries.ts';
import { type SigningKey, signedHeaders, signingKeyOf } from '#shared/domain/webhook/signing.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { measure } from '#shared/ports/metrics.ts';
import { QUEUE_DELAY_MAX_SECONDS } from '#shared/ports/queue-sender.ts';
import type { Secret } from '#shared/ports/secrets.ts';
import {
  ATTEMPTS_SHOWN_MAX,
  changeDelivery,
  type DeliveryAttempt,
  type DeliveryRecord,
  getDelivery,
  isSwept,
  leaseDelivery,
  type UnsentDelivery,
} from '#shared/store/delivery/deliveries.ts';
import { referenceOf } from '#shared/store/delivery/delivery-messages.ts';
import { payloadText } from '#shared/store/delivery/delivery-payloads.ts';
import { isOwed } from '#shared/store/delivery/owed-deliveries.ts';
import {
  getReceiver,
  type SetWebhook,
  validPreviousKeys,
  type WebhookRecord,
} from '#shared/store/delivery/webhooks.ts';
import { writeIfUnchanged } from '#shared/store/table/conditional-write.ts';
import { tellOfOverdue } from './tell-conclusion.ts';

/** A message may arrive this early, because the clocks of two functions differ. */
const EARLY_TOLERANCE_MS = 1_000;

export type SendPorts = Needs<'webhookSigningSecret' | 'postWebhook' | 'clock'>;

type DeliverPorts = SendPorts & Needs<'table' | 'webhookQueue' | 'retrySeconds' | 'log'>;

/** The keys that sign now, newest first. @throws Error when no signing secret is configured. */
export const signingKeys = async (
  webhookSigningSecret: Secret,
  webhook: WebhookRecord,
  now: Date,
): Promise<[SigningKey, ...SigningKey[]]> => {
  const master = await webhookSigningSecret();
  if (!master) throw new Error('No secret is configured to sign webhooks with.');
  const { account_id: accountId, kind, key_version } = webhook;
  const keyOf = (version: number): SigningKey => signingKeyOf(master, { accountId, kind, version });
  return [keyOf(key_version), ...validPreviousKeys(webhook, now).map(({ version }) => keyOf(version))];
};

/** Signs an event and posts it once. */
export const attemptDelivery = async (
  ports: SendPorts,
  webhook: SetWebhook,
  delivery: Pick<DeliveryRecord, 'event_id' | 'payload'>,
): Promise<DeliveryAttempt> => {
  const { event_id } = delivery;
  const payload = payloadText(delivery);
  const now = ports.clock();
  const keys = await signingKeys(ports.webhookSigningSecret, webhook, now);
  const headers = signedHeaders({ eventId: event_id, body: payload, keys, now });
  const { statusCode, latencyMs, error } = await ports.postWebhook({ url: webhook.url, headers, body: payload });
  return { at: now.toISOString(), status_code: statusCode, latency_ms: latencyMs, error };
};

/** Leases the delivery for one attempt. Undefined if a concurrent worker was faster. */
const lease = ({ table, clock }: DeliverPorts, delivery: UnsentDelivery): Promise<UnsentDelivery | undefined> =>
  writeIfUnchanged(table, leaseDelivery(delivery, clock()));

const queueNext = async (
  { webhookQueue, clock }: DeliverPorts,
  delivery: UnsentDelivery,
  at: string,
): Promise<void> => {
  const delaySeconds = Math.max(0, Math.ceil((Date.parse(at) - clock().getTime()) / 1000));
  if (delaySeconds <= QUEUE_DELAY_MAX_SECONDS) await webhookQueue.send([referenceOf(delivery)], { delaySeconds });
};

const isDue = ({ status, next_attempt_at }: DeliveryRecord, now: Date): boolean =>
  status === 'pending' && next_attempt_at !== null && Date.parse(next_attempt_at) <= now.getTime() + EARLY_TOLERANCE_MS;

/**
 * Until its first attempt is over, a delivery that the sweep does not know is known by its messages alone: whoever has
 * one and cannot attempt it now, sends it on to when it is due.
 */
const sendOn = async (ports: DeliverPorts, found: DeliveryRecord | undefined): Promise<void> => {
  if (found?.status !== 'pending' || found.next_attempt_at === null || isSwept(found)) return;
  await queueNext(ports, found, found.next_attempt_at);
};

/** The delivery if it is due, with its payload, though what it was to tell did not come. */
const readDue = async (ports: DeliverPorts, deliveryId: string): Promise<DeliveryRecord | undefined> => {
  const { table, clock } = ports;
  const found = await getDelivery(table, deliveryId);
  if (!found || !isDue(found, clock())) {
    await sendOn(ports, found);
    return undefined;
  }
  return isOwed(found) ? tellOfOverdue(table, found, clock()) : found;
};

const noReceiver = (now: Date): DeliveryAttempt => ({
  at: now.toISOString(),
  status_code: null,
  latency_ms: 0,
  error: 'No receiver is set for these events any more.',
});

/**
 * Attempts a delivery if it is due: at least once, with the same event id and payload each time. It goes to the current
 * URL, so that a corrected URL gets what failed before. After a crash its message comes again, or the sweep queues it,
 * once the lease has expired. Of what its message tells it reads nothing: a lease on that fails if it has changed.
 */
export const deliverEvent = async (ports: DeliverPorts, deliveryId: string, unsent?: UnsentDelivery): Promise<void> => {
  const due = unsent ?? (await readDue(ports, deliveryId));
  if (!due) return;
  const delivery = await lease(ports, due);
  if (!delivery) return sendOn(ports, await getDelivery(ports.table, deliveryId));
  ports.log.about({ account_id: delivery.account_id, call_id: callOfPayload(payloadText(delivery)) });
  const found = await getReceiver(ports.table, delivery.account_id, delivery.kind);
  const webhook = found?.enabled ? found : undefined;
  const attempt = webhook ? await attemptDelivery(ports, webhook, delivery) : noReceiver(ports.clock());
  const next = afterDeliveryAttempt({
    deliveryId,
    attempt: delivery.attempts_in_round,
    statusCode: attempt.status_code,
    retrySeconds: webhook ? ports.retrySeconds : [],
    now: ports.clock(),
  });
  const attempts = [...delivery.attempts, attempt].slice(-ATTEMPTS_SHOWN_MAX);
  const changed = changeDelivery(delivery, { ...next, attempts, attempt_until: null });
  const written = await writeIfUnchanged(ports.table, changed);
  if (written?.status === 'dead_lettered')
    measure(ports.log, 'An event was given up: no attempt is left.', { deliveries_failed: 1 });
  if (next.next_attempt_at !== null) await queueNext(ports, delivery, next.next_attempt_at);
};
