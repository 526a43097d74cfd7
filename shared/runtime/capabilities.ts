import type { LanguageModels } from '#shared/ports/language-models.ts';
import type { PostWebhook } from '#shared/ports/post-webhook.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import type { FetchRecording, RecordingLinks, RecordingWriter } from '#shared/ports/recordings.ts';
import type { Secret } from '#shared/ports/secret.ts';
import type { CarrierWebhook, Telephony, TranscriberCheck } from '#shared/ports/telephony.ts';
import type { CampaignWakeUps, TrialEnds } from '#shared/ports/wake-ups.ts';
import type { CallEventMessage } from '#shared/schemas/call-event.ts';
import type {
  CallMessage,
  CampaignMessage,
  ConversationMessage,
  DeliveryMessage,
  DialMessage,
  NumberMessage,
} from '#shared/schemas/messages.ts';
import type { TableReader, TableWriter } from '#shared/store/table/table.ts';

/**
 * What a function may touch. An endpoint or worker lists these in `uses`; only the ports listed reach its code, and
 * the CDK stack grants exactly the same list, so code and IAM policy cannot disagree.
 */
export interface CapabilityPorts {
  'table:read': { table: TableReader };
  'table:write': { table: TableWriter };
  'dialQueue:send': { dialQueue: QueueSender<DialMessage> };
  'campaignQueue:send': { campaignQueue: QueueSender<CampaignMessage> };
  'callEventQueue:send': { callEventQueue: QueueSender<CallEventMessage> };
  'conversationQueue:send': { conversationQueue: QueueSender<ConversationMessage> };
  'endedCallQueue:send': { endedCallQueue: QueueSender<CallMessage> };
  'recordingQueue:send': { recordingQueue: QueueSender<CallMessage> };
  'webhookQueue:send': { webhookQueue: QueueSender<DeliveryMessage> };
  'numberQueue:send': { numberQueue: QueueSender<NumberMessage> };
  /** Create and move the schedule that wakes a campaign; it deletes itself when it has fired. */
  'schedules:write': { wakeUps: CampaignWakeUps };
  /** Create the schedule that looks at a phone number when its trial is over. */
  'numberSchedules:write': { trialEnds: TrialEnds };
  'secret:stripeWebhook': { stripeWebhookSecret: Secret };
  'secret:lemonSqueezyWebhook': { lemonSqueezyWebhookSecret: Secret };
  /** The master secret from which the signing keys of all accounts follow. */
  'secret:webhookSigning': { webhookSigningSecret: Secret };
  /** Reach the receivers of accounts over HTTPS, public addresses only. */
  webhookReceivers: { postWebhook: PostWebhook };
  /** Ask language models, with the deployment's own keys. */
  languageModels: { models: LanguageModels };
  /** What the carrier's own conversation engine proves itself with at our model endpoint. */
  'secret:modelEndpoint': { modelEndpointSecret: Secret };
  'recordings:write': {
    recordings: RecordingWriter;
    fetchRecording: FetchRecording;
    recordingHosts: readonly string[];
  };
  'recordings:link': { recordingLinks: RecordingLinks };
  /** Verify and translate the carrier's webhooks. */
  carrierWebhook: { carrierWebhook: CarrierWebhook };
  /** Reach the carrier over HTTP; needs no AWS permission. */
  telephony: { telephony: Telephony };
  /** Know what the carrier in use can transcribe calls with; needs no AWS permission. */
  transcription: { checkTranscriber: TranscriberCheck };
}

export type Capability = keyof CapabilityPorts;

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never;

/** The ports behind a list of capabilities. */
export type Ports<Uses extends Capability> = [Uses] extends [never] ? object : Intersection<CapabilityPorts[Uses]>;
