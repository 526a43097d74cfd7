import type { TranscribedBy } from '#shared/domain/assistant/transcribers.ts';
import type { LanguageModels } from '#shared/ports/language-models.ts';
import type { PostWebhook } from '#shared/ports/post-webhook.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import type { FetchRecording, RecordingLinks, RecordingWriter } from '#shared/ports/recordings.ts';
import type { Secret } from '#shared/ports/secret.ts';
import type { CarrierWebhook, Telephony } from '#shared/ports/telephony.ts';
import type { CampaignWakeUps, TrialEnds } from '#shared/ports/wake-ups.ts';
import { type MessageOf, QUEUE_NAMES, type QueueName } from '#shared/schemas/messages.ts';
import type { TableReader, TableWriter } from '#shared/store/table/table.ts';

/** `dialQueue:send` brings the port `dialQueue`; likewise for every other queue. */
export type QueuePorts = {
  [Name in QueueName as `${Name}Queue:send`]: { [Port in `${Name}Queue`]: QueueSender<MessageOf<Name>> };
};

/**
 * What a function may touch. An endpoint or worker lists these in `uses`; only the ports listed reach its code, and
 * the CDK stack grants exactly the same list, so code and IAM policy cannot disagree.
 */
export interface CapabilityPorts extends QueuePorts {
  'table:read': { table: TableReader };
  'table:write': { table: TableWriter };
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
  /** Know who transcribes calls, and so which models can; needs no AWS permission. */
  transcription: { transcribedBy: TranscribedBy };
}

export type Capability = keyof CapabilityPorts;

/** What a table of all capabilities says of those to send to a queue. */
export const ofEachQueue = <Value>(of: (name: QueueName) => Value): Record<keyof QueuePorts, Value> => {
  const entries = QUEUE_NAMES.map((name) => [`${name}Queue:send`, of(name)]);
  return Object.fromEntries(entries) as Record<keyof QueuePorts, Value>;
};

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never;

/** The ports behind a list of capabilities. */
export type Ports<Uses extends Capability> = [Uses] extends [never] ? object : Intersection<CapabilityPorts[Uses]>;
