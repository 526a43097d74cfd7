import { CALL_OUTCOMES, type CallOutcome } from '#shared/domain/call/lifecycle.ts';
import { PAUSE_KINDS, type PauseKind } from '#shared/domain/campaign/pause-kind.ts';
import type { Log } from './log.ts';

type Unit = 'Count' | 'Milliseconds' | 'None';

export interface MetricRow {
  /** What CloudWatch calls it. */
  name: string;
  unit: Unit;
  /** The field of the line by whose few values it is told apart, and what CloudWatch calls that. */
  by?: { field: string; name: string; values: readonly string[] };
}

/** What a carrier that did not place a dial said of it. */
export const REFUSAL_KINDS = ['limit', 'account_fault', 'invalid_number', 'callee', 'unknown'] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/**
 * Every metric of our own, by the field of a log line that CloudWatch counts. Accounts, campaigns and calls are fields
 * of the line and never dimensions: CloudWatch keeps and charges a metric for each value of one.
 */
export const METRICS = {
  /** A dial has begun, or somebody has called. */
  calls_begun: {
    name: 'CallsBegun',
    unit: 'Count',
    by: { field: 'direction', name: 'Direction', values: ['outbound', 'inbound'] },
  },
  /** 0 for a dial that was refused, or not replied to, for no fault of the callee's. */
  dials_placed: { name: 'DialsPlaced', unit: 'Count' },
  dials_refused: {
    name: 'DialsRefused',
    unit: 'Count',
    by: { field: 'refusal', name: 'Refusal', values: REFUSAL_KINDS },
  },
  /** From the request to the carrier until its reply. */
  dial_latency_ms: { name: 'DialLatency', unit: 'Milliseconds' },
  calls_answered: { name: 'CallsAnswered', unit: 'Count' },
  /** A late report that corrects an outcome counts -1 for the one and 1 for the other. */
  calls_ended: {
    name: 'CallsEnded',
    unit: 'Count',
    by: { field: 'outcome', name: 'Outcome', values: CALL_OUTCOMES },
  },
  /** From the report of somebody's words until the carrier had the assistant's first. */
  turn_latency_ms: { name: 'TurnLatency', unit: 'Milliseconds' },
  /** From the claim of a call until its dial: in the queue, for a place in the dial rate, or for a carrier without room. */
  dial_wait_ms: { name: 'DialWait', unit: 'Milliseconds' },
  campaigns_paused: {
    name: 'CampaignsPaused',
    unit: 'Count',
    by: { field: 'pause', name: 'Reason', values: PAUSE_KINDS },
  },
  /** Those of them that are faults. */
  campaign_faults: { name: 'CampaignFaults', unit: 'Count' },
  /** A look at a running campaign found contacts long due and room for them, and claimed none. */
  campaigns_stalled: { name: 'CampaignsStalled', unit: 'Count' },
  /** Refused with 429 by an account's own rate. */
  requests_limited: { name: 'RequestsLimited', unit: 'Count' },
  server_errors: { name: 'ServerErrors', unit: 'Count' },
  /** After their last attempt. */
  deliveries_failed: { name: 'WebhooksFailed', unit: 'Count' },
  /** In US dollars, as the carrier reports it; a correction counts the difference. */
  carrier_cost_usd: { name: 'CarrierCost', unit: 'None' },
  input_tokens: { name: 'InputTokens', unit: 'Count' },
  output_tokens: { name: 'OutputTokens', unit: 'Count' },
} as const satisfies Record<string, MetricRow>;

export type MetricField = keyof typeof METRICS;

/** By what some of them are told apart. */
interface Dimensions {
  direction: 'outbound' | 'inbound';
  refusal: RefusalKind;
  outcome: CallOutcome;
  pause: PauseKind;
}

type Measured = { [Field in MetricField]?: number } & Partial<Dimensions>;

/**
 * Counts what was just committed, in one line of the log. Whoever calls it knows that its own write held: a second copy
 * of a message loses that write and counts nothing. A function that dies between the write and this line counts nothing
 * either, so a sum is never too high.
 */
export const measure = (
  log: Pick<Log, 'info'>,
  message: string,
  measured: Measured,
  fields: Record<string, unknown> = {},
): void => log.info(message, { ...fields, ...measured });
