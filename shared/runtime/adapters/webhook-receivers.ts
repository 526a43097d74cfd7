import { provide } from '#shared/runtime/define/build-ports.ts';
import { env } from '#shared/runtime/env.ts';
import { guardedPost } from './post-webhook.ts';

provide('webhookReceivers', () => ({
  postWebhook: guardedPost({ allowLoopback: env.webhookAllowLoopback === 'true' }),
  retrySeconds: env.webhookRetrySeconds.split(',').map(Number),
}));
