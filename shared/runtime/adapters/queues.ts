import { provide } from '#shared/runtime/define/build-ports.ts';
import { env } from '#shared/runtime/env.ts';
import type { CallEventMessage } from '#shared/schemas/call-event.ts';
import type {
  CallMessage,
  CampaignMessage,
  ConversationMessage,
  DeliveryMessage,
  DialMessage,
  NumberMessage,
} from '#shared/schemas/messages.ts';
import { sqsSender } from './queue-sender.ts';

provide('dialQueue:send', () => ({ dialQueue: sqsSender<DialMessage>(env.dialQueueUrl) }));
provide('callEventQueue:send', () => ({ callEventQueue: sqsSender<CallEventMessage>(env.callEventQueueUrl) }));
provide('webhookQueue:send', () => ({
  // One account's receiver that hangs does not hold up the events of the others.
  webhookQueue: sqsSender<DeliveryMessage>(env.webhookQueueUrl, {
    fifo: false,
    groupOf: ({ account_id = 'swept' }) => account_id,
  }),
}));
provide('numberQueue:send', () => ({ numberQueue: sqsSender<NumberMessage>(env.numberQueueUrl) }));
provide('endedCallQueue:send', () => ({ endedCallQueue: sqsSender<CallMessage>(env.endedCallQueueUrl) }));
provide('recordingQueue:send', () => ({ recordingQueue: sqsSender<CallMessage>(env.recordingQueueUrl) }));
provide('conversationQueue:send', () => ({
  conversationQueue: sqsSender<ConversationMessage>(env.conversationQueueUrl, {
    fifo: true,
    groupOf: ({ call_id }) => call_id,
  }),
}));
provide('campaignQueue:send', () => ({
  campaignQueue: sqsSender<CampaignMessage>(env.campaignQueueUrl, {
    fifo: true,
    groupOf: ({ campaign_id }) => campaign_id,
  }),
}));
