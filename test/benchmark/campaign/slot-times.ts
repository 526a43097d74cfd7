import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SimulatedCall } from '#infra/local/carrier/calls/simulated-call.ts';
import { median } from '#test/benchmark/section.ts';

/** When a call was dialled and when it ended at the carrier, in epoch milliseconds. */
export type CallTimes = Pick<SimulatedCall, 'placedAt' | 'endedAt'>;

/** What the simulated carrier remembers of its calls, in the order of their dials. */
export const readCallTimes = (stateDir: string): CallTimes[] => {
  const database = new DatabaseSync(join(stateDir, 'carrier.db'), { readOnly: true });
  try {
    const rows = database.prepare('SELECT call FROM calls').all();
    const calls = rows.map(({ call }) => JSON.parse(String(call)) as SimulatedCall);
    return calls.toSorted((one, other) => one.placedAt - other.placedAt);
  } finally {
    database.close();
  }
};

/** From the end of each call to the dial that took its place: the first end is followed by the first dial beyond the slots. */
export const emptyTimesMs = (calls: readonly CallTimes[], slots: number): number[] => {
  const ends = calls.map(({ endedAt }) => endedAt).toSorted((one, other) => one - other);
  return calls.slice(slots).map(({ placedAt }, at) => placedAt - (ends[at] ?? placedAt));
};

export const medianEmptyMs = (calls: readonly CallTimes[], slots: number): number => median(emptyTimesMs(calls, slots));

/** The share of its slots that a campaign used from its first dial to its last: afterwards there are fewer contacts than slots. */
export const slotUse = (calls: readonly CallTimes[], slots: number): number => {
  const [from, until] = [calls[0]?.placedAt ?? 0, calls.at(-1)?.placedAt ?? 0];
  const busyMs = calls.reduce((sum, { placedAt, endedAt }) => sum + Math.min(endedAt, until) - placedAt, 0);
  return busyMs / (slots * (until - from));
};

export const dialsPerSecond = (calls: readonly CallTimes[]): number => {
  const [from, until] = [calls[0]?.placedAt ?? 0, calls.at(-1)?.placedAt ?? 0];
  return ((calls.length - 1) * 1000) / (until - from);
};
