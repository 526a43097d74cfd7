import type { RequestLimit } from '#shared/domain/account/request-rate.ts';
import type { IdPrefix } from '#shared/domain/ids.ts';
import type { NumberingOf } from '#shared/domain/phone-number/numbering.ts';
import type { Retention } from '#shared/domain/privacy/retention.ts';
import { type MessageOf, QUEUE_NAMES, type QueueName } from '#shared/schemas/messages.ts';
import type { TableReader, TableWriter } from '#shared/store/table/table.ts';
import type { DialLimits } from './dial-limits.ts';
import type { LanguageModels } from './language-models.ts';
import type { Log } from './log.ts';
import type { ErasureLog, ExportFiles } from './personal-data.ts';
import type { PortionLimits } from './portion-limits.ts';
import type { PostWebhook } from './post-webhook.ts';
import type { QueueSender } from './queue-sender.ts';
import type { FetchRecording, RecordingLinks, RecordingRemover, RecordingWriter } from './recordings.ts';
import type { Secret } from './secrets.ts';
import { DECLARED_SECRETS, type DeclaredSecret } from './secrets.ts';
import type { SiteFiles } from './site-files.ts';
import type { CarrierWebhook, Telephony, TranscriberCheck } from './telephony.ts';
import type { CallWakeUps, CampaignWakeUps, TrialEnds } from './wake-ups.ts';

/** The partition of a line as the table names it, by the partition that names the number. */
export type HashLine = (partition: string) => Promise<string>;
/** @throws Error in words if the key of these hashes, as it is stored by now, is not the table's. */
type AssertKeyFits = () => Promise<void>;

/** `dialQueue:send` brings the port `dialQueue`; likewise for every other queue. */
type QueuePorts = {
  [Name in QueueName as `${Name}Queue:send`]: { [Port in `${Name}Queue`]: QueueSender<MessageOf<Name>> };
};

/** `secret:stripeWebhook` brings the port `stripeWebhookSecret`; likewise for every other secret that is declared. */
type SecretPorts = {
  [Name in DeclaredSecret as `secret:${Name}`]: { [Port in `${Name}Secret`]: Secret };
};

/**
 * What a function may touch. An endpoint or worker lists these in `uses`; only the ports listed reach its code, and
 * the CDK stack grants exactly the same list, so code and IAM policy cannot disagree.
 */
export interface CapabilityPorts extends QueuePorts, SecretPorts {
  'table:read': { table: TableReader };
  'table:write': { table: TableWriter };
  /** Look up lines, which are the phone numbers of a team, in the table: brings the key of their hashes. */
  lines: { hashLine: HashLine; assertKeyFits: AssertKeyFits };
  /** Create and move the schedule that wakes a campaign; it deletes itself when it has fired. */
  'schedules:write': { wakeUps: CampaignWakeUps };
  /** Create and move the schedule that looks at a single call when it is due. */
  'callSchedules:write': { callWakeUps: CallWakeUps };
  /** Create the schedule that looks at a phone number when its trial is over. */
  'numberSchedules:write': { trialEnds: TrialEnds };
  /**
   * Reach the receivers of accounts over HTTPS, public addresses only; the pauses after failed attempts are in seconds.
   */
  webhookReceivers: { postWebhook: PostWebhook; retrySeconds: readonly number[] };
  /** Know which addresses receivers may have: the rule that one breaks, or null. */
  webhookUrls: { webhookUrlProblem(url: string): string | null };
  dialLimits: { limits: DialLimits };
  /** The rate of requests that every account is held to; null for none. Needs no declaration: whoever takes a token has it. */
  requestLimit: { requestLimit: RequestLimit | null };
  /** How long the operator lets transcripts and recordings of all accounts be kept; null: for good. */
  retentionBounds: { retentionBounds: Retention };
  /** Know country and kind of phone numbers, by 150 KB of metadata; needs no AWS permission. */
  numberingPlan: { numberingOf: NumberingOf };
  /** How much of a command on all contacts of a campaign is carried out at a time. */
  portionLimits: { portions: PortionLimits };
  /** Ask language models, with the deployment's own keys. */
  languageModels: { models: LanguageModels };
  'recordings:write': {
    recordings: RecordingWriter;
    fetchRecording: FetchRecording;
    recordingHosts: readonly string[];
  };
  'recordings:delete': { recordingRemover: RecordingRemover };
  /** Write the files of people's exports, and give out links to them. */
  'exports:write': { exportFiles: ExportFiles };
  'exports:delete': { exportRemover: Pick<ExportFiles, 'remove'> };
  'erasureLog:write': { erasureLog: ErasureLog };
  'recordings:link': { recordingLinks: RecordingLinks };
  /** Serve the dashboard's files, which lie beside the function; needs no AWS permission. */
  site: { siteFiles: SiteFiles; recordingsOrigin: string };
  /** Verify and translate the carrier's webhooks. */
  carrierWebhook: { carrierWebhook: CarrierWebhook };
  /** Reach the carrier over HTTP; needs no AWS permission. */
  telephony: { telephony: Telephony };
  /** Know what the carrier in use can transcribe calls with; needs no AWS permission. */
  transcription: { checkTranscriber: TranscriberCheck };
}

export type Capability = keyof CapabilityPorts;

/** The queue entries of a table of all capabilities. */
export const ofEachQueue = <Value>(of: (name: QueueName) => Value): Record<keyof QueuePorts, Value> => {
  const entries = QUEUE_NAMES.map((name) => [`${name}Queue:send`, of(name)]);
  return Object.fromEntries(entries) as Record<keyof QueuePorts, Value>;
};

/** The secret entries of a table of all capabilities. */
export const ofEachSecret = <Value>(of: (name: DeclaredSecret) => Value): Record<keyof SecretPorts, Value> => {
  const entries = DECLARED_SECRETS.map((name) => [`secret:${name}`, of(name)]);
  return Object.fromEntries(entries) as Record<keyof SecretPorts, Value>;
};

export type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never;

/** The ports behind a list of capabilities. */
export type Ports<Uses extends Capability> = [Uses] extends [never] ? object : Intersection<CapabilityPorts[Uses]>;

/** What functions are given besides the ports that they declare. */
interface Surroundings {
  /** The time when a request arrived. */
  now: Date;
  /** The running clock, for whoever waits. */
  clock(): Date;
  sleep(milliseconds: number): Promise<void>;
  newId(prefix: IdPrefix): string;
  log: Log;
}
type Given = Ports<Capability> & Surroundings;

/** The ports of these names, as the engine asks for them. */
export type Needs<Name extends keyof Given> = Pick<Given, Name>;
