import { provide } from '../build-ports.ts';
import { secretReader } from '../secrets.ts';
import { clock } from '../system.ts';

const now = (): number => clock().getTime();

provide('secret:stripeWebhook', () => ({ stripeWebhookSecret: secretReader('stripeWebhook', now) }));
provide('secret:lemonSqueezyWebhook', () => ({
  lemonSqueezyWebhookSecret: secretReader('lemonSqueezyWebhook', now),
}));
provide('secret:webhookSigning', () => ({ webhookSigningSecret: secretReader('webhookSigning', now) }));
provide('secret:modelEndpoint', () => ({ modelEndpointSecret: secretReader('modelEndpoint', now) }));
