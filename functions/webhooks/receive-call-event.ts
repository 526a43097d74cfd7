import * as z from 'zod';
import { acceptEvents } from '#shared/engine/call/accept-events.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { subjectOfMessages } from '#shared/runtime/define/subject-of-messages.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

export const receiveCallEvent = defineEndpoint({
  method: 'POST',
  path: '/api/db/webhook',
  tag: 'Webhooks',
  summary: 'Receive a call event from the carrier',
  description:
    "The configured carrier's signature (`Telephony-Signature-Ed25519`, or that of Telnyx) is verified over the raw " +
    'body. The event is queued and acknowledged within milliseconds. Unknown events are acknowledged and ignored.',
  role: null,
  auth: ({ headers, body }, { carrierWebhook, now }) => carrierWebhook.verify({ headers, body, receivedAt: now }),
  body: z.looseObject({}),
  output: z.object({ success }),
  // The carrier repeats an event for a minute only. With interim transcriptions a call has up to four events a second.
  throttle: { requestsPerSecond: 5_000, burst: 2_500 },
  reservedConcurrency: 100,
  uses: ['callEventQueue:send', 'conversationQueue:send', 'carrierWebhook'],
  async handle({ input, now, carrierWebhook, ...ports }) {
    const events = carrierWebhook.normalise(input);
    ports.log.about(subjectOfMessages(events.map((event) => ({ event }))));
    await acceptEvents(ports, events, now);
    return { success: true as const };
  },
});
