import { provide } from '#shared/runtime/build-ports.ts';
import { guardedPost } from '#shared/runtime/clients/post-webhook.ts';
import { env } from '#shared/runtime/env.ts';

provide('webhookReceivers', () => ({
  postWebhook: guardedPost({ allowLoopback: env.webhookAllowLoopback === 'true' }),
  retrySeconds: env.webhookRetrySeconds.split(',').map(Number),
}));
