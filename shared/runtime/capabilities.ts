import type { Telephony } from '#shared/providers/telephony/telephony.ts';
import type { CallEventMessage, CampaignMessage, DialMessage } from '#shared/schemas/messages.ts';
import type { TableReader, TableWriter } from '#shared/store/table.ts';
import type { CampaignWakeUps } from './campaign-wake-ups.ts';

/** Sends to one queue. FIFO queues take the message group; each send is unique by itself, never deduplicated away. */
export interface QueueSender<Message> {
  send(messages: Message[]): Promise<void>;
}

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
  /** Create and move the schedule that wakes a campaign; it deletes itself when it has fired. */
  'schedules:write': { wakeUps: CampaignWakeUps };
  /** Reach the carrier over HTTP; needs no AWS permission. */
  telephony: { telephony: Telephony };
}

export type Capability = keyof CapabilityPorts;

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never;

/** The ports behind a list of capabilities. */
export type Ports<Uses extends Capability> = [Uses] extends [never] ? object : Intersection<CapabilityPorts[Uses]>;
