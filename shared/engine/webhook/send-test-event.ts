import { isAccepted } from '#shared/domain/webhook/retries.ts';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import { testEventOf } from '#shared/domain/webhook/test-event.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { getAccount } from '#shared/store/accounts.ts';
import {
  changeDelivery,
  type DeliveryRecord,
  getDelivery,
  leasedUntil,
  newDelivery,
  putDelivery,
} from '#shared/store/delivery/deliveries.ts';
import { loadWebhook } from '#shared/store/delivery/webhooks.ts';
import { succeeded, writeChange } from '#shared/store/table/conditional-write.ts';
import { attemptDelivery, type SendPorts } from './deliver-event.ts';

/**
 * Sends a test event once, even if the webhook is disabled. The delivery log shows it even after a crash.
 * @throws Refusal 404 when no URL is set.
 */
export const sendTestEvent = async (
  ports: SendPorts & Needs<'table'>,
  accountId: string,
  kind: WebhookKind,
  eventId: string,
): Promise<DeliveryRecord> => {
  const webhook = await loadWebhook(ports.table, accountId, kind);
  const now = ports.clock();
  const { plan, team_ids } = await getAccount(ports.table, accountId);
  const payload = testEventOf(kind, { teamId: team_ids[0] ?? null, planName: plan, now });
  const event = { id: eventId, type: payload.type, payload };
  const unsent: DeliveryRecord = {
    ...newDelivery(webhook, event, now),
    status: 'dead_lettered',
    next_attempt_at: null,
    attempt_until: leasedUntil(now),
  };
  // A request repeated after a fault draws the same id, and goes on with what it finds.
  const isNew = await succeeded(ports.table.write(putDelivery(unsent)));
  const delivery = isNew ? unsent : ((await getDelivery(ports.table, unsent.id)) ?? unsent);
  const attempt = await attemptDelivery(ports, webhook, delivery);
  const changes = {
    status: isAccepted(attempt.status_code) ? ('delivered' as const) : ('dead_lettered' as const),
    attempts: [attempt],
    attempt_until: null,
  };
  return writeChange(ports.table, changeDelivery(delivery, changes));
};
