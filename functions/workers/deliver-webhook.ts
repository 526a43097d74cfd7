import { parseRetrySeconds } from '#shared/domain/webhook/retries.ts';
import { deliverEvent } from '#shared/engine/webhook/deliver-event.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';
import { env } from '#shared/runtime/env.ts';
import { DeliveryMessage } from '#shared/schemas/messages.ts';

export const deliverWebhook = defineMessageWorker({
  summary: "Post one signed event to its account's receiver; retry later if it was not accepted",
  queue: 'webhook',
  message: DeliveryMessage,
  batchSize: 10,
  maxConcurrency: 50,
  timeoutSeconds: 20,
  uses: ['table:write', 'webhookQueue:send', 'secret:webhookSigning', 'webhookReceivers'],
  handle: ({ delivery_id }, ports) =>
    deliverEvent({ ...ports, retrySeconds: parseRetrySeconds(env.webhookRetrySeconds) }, delivery_id),
});

export const { handler } = deliverWebhook;
