import { conflict } from '#shared/domain/errors.ts';
import { changeDelivery, type DeliveryRecord, isUnderWay } from '#shared/store/delivery/deliveries.ts';
import { referenceOf } from '#shared/store/delivery/delivery-messages.ts';
import { getWebhook } from '#shared/store/delivery/webhooks.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';
import { type AnnouncePorts, sendDeliveries } from './announce.ts';

/** Starts a new round of attempts with `commit`. @throws Refusal 409 without a receiver, or during an attempt. */
export const resendDelivery = async <Answer>(
  ports: AnnouncePorts,
  delivery: DeliveryRecord,
  now: Date,
  commit: (operations: WriteOperation[], resent: DeliveryRecord) => Promise<Answer>,
): Promise<Answer> => {
  const webhook = await getWebhook(ports.table, delivery.account_id, delivery.kind);
  if (!webhook?.enabled) throw conflict(`No receiver is set for ${delivery.kind} webhooks.`);
  const refuse = () => conflict('An attempt of this delivery is under way; try again in a moment.');
  if (isUnderWay(delivery, now)) throw refuse();
  const begin = { status: 'pending' as const, attempts_in_round: 0, next_attempt_at: now.toISOString() };
  const { operation, after } = changeDelivery(delivery, begin);
  const answer = await commit([{ ...operation, refuse }], after);
  await sendDeliveries(ports, [referenceOf(delivery)]);
  return answer;
};
