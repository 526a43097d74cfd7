import { writeFileSync } from 'node:fs';
import { MEASURED_USAGE_FILE, type MeasuredUsage, type Usage } from '#infra/costs/measured-usage.ts';
import { totalOf } from '#test/benchmark/database/counting-proxy.ts';
import type { Dialled, DialledCosts } from './dialled-contact.ts';

export interface MeasuredCase {
  without: Usage;
  withReceiver: Usage;
}

const DECIMALS = 2;

const sumOf = (requests: Record<string, number>, isCounted: (name: string) => boolean): number =>
  Object.entries(requests).reduce((sum, [name, n]) => (isCounted(name) ? sum + n : sum), 0);

/** What a call uses of AWS, as far as a laptop shows it. */
export const usageOf = ({ contacts, costs }: Dialled & { costs: DialledCosts }): Usage => {
  const { spent, awsRequests, logBytes } = costs;
  const { requests, writeUnits, readUnits } = totalOf(spent);
  const each = (n: number): number => Number((n / contacts).toFixed(DECIMALS));
  return {
    writeUnits: each(writeUnits),
    readUnits: each(readUnits),
    databaseRequests: each(requests),
    queueSends: each(sumOf(awsRequests, (name) => name.startsWith('SendMessage'))),
    queueBatches: each(sumOf(awsRequests, (name) => name.startsWith('DeleteMessage'))),
    carrierEvents: each(sumOf(awsRequests, (name) => name === 'HTTP /api/db/webhook')),
    schedules: each(sumOf(awsRequests, (name) => name.startsWith('Scheduler'))),
    recordingsPut: each(sumOf(awsRequests, (name) => name === 'S3 PUT')),
    logBytes: each(logBytes),
  };
};

/** Keeps what was measured for whoever computes costs. */
export const keepUsage = (usage: MeasuredUsage): void =>
  writeFileSync(MEASURED_USAGE_FILE, `${JSON.stringify(usage, undefined, 2)}\n`);
