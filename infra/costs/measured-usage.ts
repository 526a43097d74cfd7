import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What one outbound call uses of AWS, measured on a laptop by `npm run benchmark`. */
export interface Usage {
  writeUnits: number;
  readUnits: number;
  databaseRequests: number;
  queueSends: number;
  /** Batches of messages that workers took: each is a receive, a delete and a run of a Lambda. */
  queueBatches: number;
  /** Webhooks of the carrier, each a request to the HTTP API and a run of a Lambda. */
  carrierEvents: number;
  schedules: number;
  recordingsPut: number;
  logBytes: number;
}

/** What a minute uses in which nobody calls. */
export type IdleUsage = Pick<Usage, 'writeUnits' | 'readUnits' | 'databaseRequests'>;

interface Cases {
  without: Usage;
  /** With a receiver of the account's webhooks. */
  withReceiver: Usage;
}

export interface MeasuredUsage {
  unanswered: Cases;
  answered: Cases;
  /** A run of the sweep with nothing to repair. */
  sweep: IdleUsage;
  /** What a running campaign adds that waits for its hour. */
  waitingCampaign: IdleUsage;
}

export const MEASURED_USAGE_FILE = fileURLToPath(new URL('measured-usage.json', import.meta.url));

export const readMeasuredUsage = (): MeasuredUsage =>
  JSON.parse(readFileSync(MEASURED_USAGE_FILE, 'utf8')) as MeasuredUsage;
