import { keys } from '#shared/store/keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import { absent, anyOf, equals, type PutOperation, type UpdateOperation } from '#shared/store/table/table.ts';

/** After a limit of the carrier the whole connection pauses, because the limit is the connection's. */
export interface CarrierBackoffRecord {
  /** Refusals for a limit in a row, those of dials that were under way together counted once; 0 after a placed dial. */
  tries: number;
  /** No dial before this time, ISO 8601; after it, one dial tries whether there is room again. */
  until: string;
  /** That dial is under way, and holds the others back until then. */
  is_trial?: boolean;
}

export const carrierBackoffKey: RecordKey<CarrierBackoffRecord> = keys.carrierBackoff;

/** The backoff's next state; fails if another dial was faster. */
export const changeBackoff = (before: CarrierBackoffRecord | undefined, after: CarrierBackoffRecord): PutOperation => ({
  put: { ...keys.carrierBackoff, ...after },
  when: [before ? equals('tries', before.tries) : anyOf(absent('pk'), equals('tries', 0))],
});

/** Lets one dial through after a pause and holds the others back; fails for every other dial. */
export const takeTrial = (before: CarrierBackoffRecord, until: Date): UpdateOperation => ({
  update: keys.carrierBackoff,
  set: { until: until.toISOString(), is_trial: true },
  when: [equals('until', before.until), equals('tries', before.tries)],
});

/** Lets another dial try at once; without effect if somebody else has changed the backoff since. */
export const giveTrialBack = ({ tries }: CarrierBackoffRecord, trialUntil: Date, now: Date): PutOperation => ({
  put: { ...keys.carrierBackoff, tries, until: now.toISOString() },
  when: [equals('until', trialUntil.toISOString()), equals('tries', tries)],
});
