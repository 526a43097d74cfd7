import { createHash } from 'node:crypto';

/** Seconds to wait after each failed attempt: 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h, 12 h. */
export const WEBHOOK_RETRY_SECONDS: readonly number[] = [5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200];

/** Each wait grows by up to this share, so that retries after an outage spread out. */
const JITTER_SHARE = 0.1;
const JITTER_STEPS = 256;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead_lettered'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** 2xx only; a redirect counts as a failure. */
export const isAccepted = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

/** Deterministic: the same delivery and attempt always get the same jitter. */
const jitterOf = (deliveryId: string, attempt: number): number =>
  ((createHash('sha256').update(`${deliveryId} ${attempt}`).digest()[0] ?? 0) / JITTER_STEPS) * JITTER_SHARE;

interface FinishedDelivery {
  deliveryId: string;
  /** Counts from 1, and again from 1 after a manual resend. */
  attempt: number;
  statusCode: number | null;
  retrySeconds: readonly number[];
  now: Date;
}

/** A delivery's status after an attempt, and the time of its next one. */
export const afterDeliveryAttempt = (
  finished: FinishedDelivery,
): { status: DeliveryStatus; next_attempt_at: string | null } => {
  const { deliveryId, attempt, statusCode, retrySeconds, now } = finished;
  if (isAccepted(statusCode)) return { status: 'delivered', next_attempt_at: null };
  const waitSeconds = retrySeconds[attempt - 1];
  if (waitSeconds === undefined) return { status: 'dead_lettered', next_attempt_at: null };
  const waitMs = waitSeconds * 1000 * (1 + jitterOf(deliveryId, attempt));
  return { status: 'pending', next_attempt_at: new Date(now.getTime() + waitMs).toISOString() };
};
