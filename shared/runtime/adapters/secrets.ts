import { provide } from '#shared/runtime/define/build-ports.ts';
import { clock } from '#shared/runtime/system.ts';
import { secretReader } from './secret-reader.ts';

const now = (): number => clock().getTime();

provide('secret:stripeWebhook', () => ({ stripeWebhookSecret: secretReader('stripeWebhook', now) }));
provide('secret:lemonSqueezyWebhook', () => ({
  lemonSqueezyWebhookSecret: secretReader('lemonSqueezyWebhook', now),
}));
provide('secret:webhookSigning', () => ({ webhookSigningSecret: secretReader('webhookSigning', now) }));
provide('secret:modelEndpoint', () => ({ modelEndpointSecret: secretReader('modelEndpoint', now) }));
