import * as z from 'zod';
import { EXTRA_EVENTS } from '#shared/domain/webhook/extra-events.ts';
import { DELIVERY_STATUSES } from '#shared/domain/webhook/retries.ts';
import { WEBHOOK_KINDS } from '#shared/domain/webhook/signing.ts';
import { MAX_WEBHOOK_URL_CHARACTERS } from '#shared/domain/webhook/url.ts';
import { accountSlug, id, timestamp } from './fields/primitives.ts';

/** Far more than there are. */
const EXTRA_EVENTS_SENT_MAX = 20;

export const webhookKind = z
  .enum(WEBHOOK_KINDS)
  .meta({ description: '`call`: call status events; `billing`: billing events.', examples: ['call'] });

export const Webhook = z
  .object({
    kind: webhookKind,
    url: z.string().meta({ examples: ['https://hooks.acme.example/calls'] }),
    enabled: z.boolean().meta({ examples: [true] }),
    extra_events: z
      .array(z.enum(EXTRA_EVENTS))
      .meta({ description: 'Events that are sent only to those who ask for them.', examples: [[]] }),
    verification_key: z.nullable(z.string()).meta({
      description:
        'The key that verifies signatures; null unless the role of the request is `full`. `call`: base64 of the 32 raw bytes of an Ed25519 public key. `billing`: the HMAC secret; its UTF-8 bytes are the key.',
      examples: ['11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Webhook' });

export const SetWebhookBody = z.object({
  accountSlug,
  url: z
    .string()
    .min(1)
    .max(MAX_WEBHOOK_URL_CHARACTERS)
    .meta({
      description: 'A publicly reachable HTTPS address, without credentials and fragment.',
      format: 'iri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\\\#]+$',
      examples: ['https://hooks.acme.example/calls'],
    }),
  enabled: z
    .boolean()
    .default(true)
    .meta({
      description: 'False keeps the URL but sends nothing; waiting deliveries are dead-lettered.',
      examples: [true],
    }),
  extraEvents: z
    .array(z.enum(EXTRA_EVENTS))
    .max(EXTRA_EVENTS_SENT_MAX)
    .transform((events) => [...new Set(events)])
    .default([])
    .meta({
      description:
        'Events that are sent only to those who ask for them; only the kind `call` has such events. `call.concluded` tells that ' +
        'transcript, summary and findings of a call are there, or that there will be none; its `data` is the call as it ' +
        'is read by its id, without `recording_url`. It is sent for calls that end from now on. Left out, none.',
      examples: [['call.concluded']],
    }),
});

const DeliveryAttempt = z.object({
  at: timestamp,
  status_code: z.nullable(z.int()).meta({ description: 'Null when there was no answer.', examples: [200] }),
  latency_ms: z.int().meta({ examples: [41] }),
  error: z.nullable(z.string()).meta({ description: 'Why there was no answer.', examples: [null] }),
});

export const Delivery = z
  .object({
    id: id('delivery', 'dlv_5f2a90c41b7d4e0c8a3b6d1f9e7c2a54'),
    event_id: z.string().meta({
      description: 'Sent as `webhook-id`; the same at every attempt.',
      examples: ['evt_5f2a90c41b7d4e0c8a3b6d1f9e7c2a54'],
    }),
    kind: webhookKind,
    type: z.string().meta({ examples: ['call.completed'] }),
    status: z.enum(DELIVERY_STATUSES).meta({
      description:
        '`pending`: waits for its next attempt. `dead_lettered`: not accepted, and not retried automatically.',
      examples: ['delivered'],
    }),
    attempts: z.array(DeliveryAttempt),
    next_attempt_at: timestamp.nullable(),
    payload: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The body that is sent.', examples: [{ type: 'call.completed', data: {} }] }),
    created_at: timestamp,
  })
  .meta({ id: 'WebhookDelivery' });
export type Delivery = z.output<typeof Delivery>;
