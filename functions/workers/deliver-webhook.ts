import { deliverEvent } from '#shared/engine/webhook/deliver-event.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';
import { unsentDelivery } from '#shared/store/delivery/delivery-messages.ts';

export const deliverWebhook = defineMessageWorker({
  summary: "Post one signed event to its account's receiver; retry later if it was not accepted",
  queue: 'webhook',
  batchSize: 10,
  maxConcurrency: 50,
  timeoutSeconds: 20,
  uses: ['table:write', 'webhookQueue:send', 'secret:webhookSigning', 'webhookReceivers'],
  handle: (message, ports) => deliverEvent(ports, message.delivery_id, unsentDelivery(message)),
});
