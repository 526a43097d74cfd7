import type { TranscriptLine } from '#shared/domain/conversation/utterances.ts';
import { keys } from '#shared/store/keys.ts';
import { absent, anyOf, below, equals, isNull, type UpdateOperation } from '#shared/store/table/table.ts';
import type { CallRecord } from './calls.ts';

/** Longer than two requests to a model may take. */
const CONCLUSION_LEASE_MS = 80_000;

/**
 * Leases a call for its conclusion, so that the model is paid once; concurrent workers lose. The transcript is stored
 * here and can be read even if the model fails.
 */
export const beginConclusion = (call: CallRecord, transcript: TranscriptLine[], now: Date): UpdateOperation => ({
  update: keys.call(call.id),
  set: { transcript, concluding_until: new Date(now.getTime() + CONCLUSION_LEASE_MS).toISOString() },
  when: [isNull('concluded_at'), anyOf(absent('concluding_until'), below('concluding_until', now.toISOString()))],
});

/** Ends the lease after the model failed, so that the next try need not wait. */
export const abandonConclusion = (call: CallRecord): UpdateOperation => ({
  update: keys.call(call.id),
  remove: ['concluding_until'],
  when: [isNull('concluded_at')],
});

type Conclusion = Pick<
  CallRecord,
  'transcript' | 'summary' | 'extracted' | 'concluded_at' | 'usage' | 'usage_counted'
> &
  Partial<Pick<CallRecord, 'error'>>;

/** Writes a call's conclusion once; a second writer loses. */
export const concludeRecord = (call: CallRecord, conclusion: Conclusion): UpdateOperation => ({
  update: keys.call(call.id),
  set: { ...conclusion, version: call.version + 1 },
  when: [isNull('concluded_at'), equals('version', call.version)],
});
