import type { TranscriptLine } from '#shared/domain/conversation/utterances.ts';
import { keys } from '#shared/store/keys.ts';
import {
  absent,
  anyOf,
  below,
  equals,
  isNull,
  type PutOperation,
  type RemoveOperation,
  type UpdateOperation,
} from '#shared/store/table/table.ts';
import type { CallRecord } from './calls.ts';
import { storedChanges } from './stored-call.ts';

/** Longer than two requests to a model may take. */
const CONCLUSION_LEASE_MS = 80_000;

/** Leases a call for its conclusion, so that the model is paid once; concurrent workers lose. */
export const beginConclusion = (callId: string, now: Date): PutOperation => ({
  put: { ...keys.conclusion(callId), until: new Date(now.getTime() + CONCLUSION_LEASE_MS).toISOString() },
  when: [anyOf(absent('pk'), below('until', now.toISOString()))],
});

/** Ends the lease after the model failed, so that the next try need not wait. */
export const abandonConclusion = (callId: string): RemoveOperation => ({ delete: keys.conclusion(callId) });

/** What the carrier told of a conversation that it led. */
export interface ToldWords {
  transcript: TranscriptLine[];
  lines: number;
}

/** Keeps what the carrier told of a conversation that it led: it may not tell it again. Whoever was told less loses. */
export const keepToldWords = (callId: string, transcript: TranscriptLine[]): PutOperation => {
  const told: ToldWords = { transcript, lines: transcript.length };
  return { put: { ...keys.toldWords(callId), ...told }, when: [anyOf(absent('pk'), below('lines', told.lines))] };
};

type Conclusion = Pick<CallRecord, 'summary' | 'concluded_at' | 'usage' | 'usage_counted'> &
  Partial<Pick<CallRecord, 'error' | 'extracted' | 'found_in'>>;

/** Writes a call's conclusion once; a second writer loses. */
export const concludeRecord = (call: CallRecord, conclusion: Conclusion): UpdateOperation => ({
  update: keys.call(call.id),
  set: storedChanges({ ...conclusion, version: call.version + 1 }),
  when: [isNull('concluded_at'), equals('version', call.version)],
});
