import type {
  CallEventMessage,
  CampaignMessage,
  DeliveryMessage,
  DialMessage,
  NumberMessage,
} from '#shared/schemas/messages.ts';
import { provide } from '../build-ports.ts';
import { env } from '../env.ts';
import { sqsSender } from '../queue-sender.ts';

provide('dialQueue:send', () => ({ dialQueue: sqsSender<DialMessage>(env.dialQueueUrl) }));
provide('callEventQueue:send', () => ({ callEventQueue: sqsSender<CallEventMessage>(env.callEventQueueUrl) }));
provide('webhookQueue:send', () => ({ webhookQueue: sqsSender<DeliveryMessage>(env.webhookQueueUrl) }));
provide('numberQueue:send', () => ({ numberQueue: sqsSender<NumberMessage>(env.numberQueueUrl) }));
provide('campaignQueue:send', () => ({
  campaignQueue: sqsSender<CampaignMessage>(env.campaignQueueUrl, (message) => message.campaign_id),
}));
