import * as z from 'zod';
import { verifyEd25519 } from '#shared/domain/signatures.ts';
import { defineEndpoint } from '#shared/runtime/define-endpoint.ts';
import { env } from '#shared/runtime/env.ts';
import { CallEvent } from '#shared/schemas/call-event.ts';
import { success } from '#shared/schemas/primitives.ts';

export const receiveCallEvent = defineEndpoint({
  method: 'POST',
  path: '/api/db/webhook',
  tag: 'Webhooks',
  summary: 'Receive a call event from the carrier',
  description:
    'Verified by `Telephony-Signature-Ed25519` over the raw body, queued, and acknowledged within milliseconds.',
  auth: ({ headers, body }) => verifyEd25519(env.carrierPublicKey, body, headers['telephony-signature-ed25519']),
  body: CallEvent,
  output: z.object({ success }),
  uses: ['callEventQueue:send'],
  async handle({ input, now, callEventQueue }) {
    await callEventQueue.send([{ received_at: now.toISOString(), event: input }]);
    return { success: true as const };
  },
});

export const { handler } = receiveCallEvent;
