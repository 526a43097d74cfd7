import { mayDo, type Role } from '#shared/domain/account/role.ts';
import { verificationKeyOf } from '#shared/domain/webhook/signing.ts';
import type { Secret } from '#shared/ports/secrets.ts';
import type { Delivery } from '#shared/schemas/webhook.ts';
import type { DeliveryRecord } from '#shared/store/delivery/deliveries.ts';
import { payloadText } from '#shared/store/delivery/delivery-payloads.ts';
import { extraEventsOf, type SetWebhook } from '#shared/store/delivery/webhooks.ts';
import { signingKeys } from './deliver-event.ts';

/** A webhook in the API's form; `full` keys alone see the key of its signatures, since that of billing events signs. */
export const webhookView = async (secret: Secret, webhook: SetWebhook, role: Role, now: Date) => {
  const [newest] = await signingKeys(secret, webhook, now);
  return {
    ...webhook,
    extra_events: extraEventsOf(webhook),
    verification_key: mayDo(role, 'full') ? verificationKeyOf(newest) : null,
  };
};

export const deliveryView = (delivery: DeliveryRecord): Delivery => ({
  ...delivery,
  payload: JSON.parse(payloadText(delivery)) as Record<string, unknown>,
});
