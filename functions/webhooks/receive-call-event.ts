import * as z from 'zod';
import { callIdOfEvent } from '#shared/domain/call/client-state.ts';
import { CALL_EVENTS } from '#shared/domain/call/events.ts';
import { conversationInputs } from '#shared/domain/conversation/conversation-inputs.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { success } from '#shared/schemas/primitives.ts';

export const receiveCallEvent = defineEndpoint({
  method: 'POST',
  path: '/api/db/webhook',
  tag: 'Webhooks',
  summary: 'Receive a call event from the carrier',
  description:
    "The configured carrier's signature (`Telephony-Signature-Ed25519`, or that of Telnyx) is verified over the raw " +
    'body. The event is queued and acknowledged within milliseconds. Unknown events are acknowledged and ignored.',
  auth: ({ headers, body }, { carrierWebhook, now }) => carrierWebhook.verify({ headers, body, receivedAt: now }),
  body: z.looseObject({}),
  output: z.object({ success }),
  uses: ['callEventQueue:send', 'conversationQueue:send', 'carrierWebhook'],
  async handle({ input, now, callEventQueue, conversationQueue, carrierWebhook }) {
    for (const event of carrierWebhook.normalise(input)) {
      if (CALL_EVENTS[event.type].isTalk) {
        const call_id = callIdOfEvent(event);
        await conversationQueue.send(conversationInputs(event).map((said) => ({ call_id, input: said })));
      } else await callEventQueue.send([{ received_at: now.toISOString(), event }]);
    }
    return { success: true as const };
  },
});
