import { createHash } from 'node:crypto';

/** Pauses after the failed attempts of a delivery, seconds: 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h, 12 h. */
export const WEBHOOK_RETRY_SECONDS: readonly number[] = [5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200];

/** A pause is lengthened by up to this share, so that the events of an outage do not return all at once. */
const JITTER_SHARE = 0.1;
const JITTER_STEPS = 256;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead_lettered'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** 2xx; a redirect is none. */
export const isAccepted = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

/** The same delivery and attempt always have the same jitter. */
const jitterOf = (deliveryId: string, attempt: number): number =>
  ((createHash('sha256').update(`${deliveryId} ${attempt}`).digest()[0] ?? 0) / JITTER_STEPS) * JITTER_SHARE;

export interface FinishedAttempt {
  deliveryId: string;
  /** 1 for the first since the event happened or was sent again by a person. */
  attempt: number;
  statusCode: number | null;
  retrySeconds: readonly number[];
  now: Date;
}

/** What becomes of a delivery after an attempt. */
export const afterDeliveryAttempt = (
  finished: FinishedAttempt,
): { status: DeliveryStatus; next_attempt_at: string | null } => {
  const { deliveryId, attempt, statusCode, retrySeconds, now } = finished;
  if (isAccepted(statusCode)) return { status: 'delivered', next_attempt_at: null };
  const pause = retrySeconds[attempt - 1];
  if (pause === undefined) return { status: 'dead_lettered', next_attempt_at: null };
  const waitMs = pause * 1000 * (1 + jitterOf(deliveryId, attempt));
  return { status: 'pending', next_attempt_at: new Date(now.getTime() + waitMs).toISOString() };
};
