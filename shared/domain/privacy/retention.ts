import { DAY_MS, MINUTE_MS, secondsAfter } from '#shared/domain/time.ts';

/** What ends by itself, each after its own time. */
export const KEPT_PARTS = ['transcript', 'recording'] as const;
export type KeptPart = (typeof KEPT_PARTS)[number];

/** Days after a call's end; null: kept. */
export type Retention = Readonly<Record<KeptPart, number | null>>;

export const RETENTION_DAYS_MAX = 3_650;

/** Of two that hold the shorter one; null holds for nothing. */
const shorter = (one: number | null, other: number | null): number | null => {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
};

/** What holds for an account: its own retention or the operator's, whichever is shorter. */
export const retentionThatHolds = (own: Retention, operators: Retention): Retention => ({
  transcript: shorter(own.transcript, operators.transcript),
  recording: shorter(own.recording, operators.recording),
});

/** Calls that ended by then have outlived a retention. */
export const cutoffOf = (days: number, now: Date): string => new Date(now.getTime() - days * DAY_MS).toISOString();

/** With the sweep's minute and the queue's, what outlives its retention ends within the hour. */
const LOOK_WHILE_HELD_MINUTES = 50;
/** So that what an operator sets is noticed within the day. */
const LOOK_WHILE_KEPT_MINUTES = 23 * 60;

/** When an account's calls are looked at again. */
export const nextLookAt = ({ transcript, recording }: Retention, now: Date): Date => {
  const minutes = transcript === null && recording === null ? LOOK_WHILE_KEPT_MINUTES : LOOK_WHILE_HELD_MINUTES;
  return secondsAfter(now, (minutes * MINUTE_MS) / 1000);
};

interface EndingCall {
  isOver: boolean;
  ended_at: string | null;
  created_at: string;
  scheduled_at: string | null;
}

/**
 * Whether a call has outlived its retention, or since when it may do so: from its end, which is not before its time,
 * nor before now while it is not over.
 */
export const outlived = (call: EndingCall, cutoff: string, now: Date): true | { notBefore: string } => {
  const { isOver, ended_at, created_at, scheduled_at } = call;
  const endsAt = isOver ? (ended_at ?? created_at) : [now.toISOString(), scheduled_at ?? ''].sort().at(-1);
  return endsAt !== undefined && endsAt > cutoff ? { notBefore: endsAt } : true;
};
