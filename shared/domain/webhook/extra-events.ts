import type { WebhookKind } from './signing.ts';

/** Sent when transcript, summary and findings of a call are there, or it is known that there will be none. */
export const CONCLUDED = 'call.concluded' as const;

/** Events that a receiver of call events gets only if it asks for them. */
export const EXTRA_EVENTS = [CONCLUDED] as const;
export type ExtraEvent = (typeof EXTRA_EVENTS)[number];

/** Why a webhook of this kind cannot have these events, worded to follow the field's name; null if it can. */
export const extraEventsProblem = (events: readonly ExtraEvent[], kind: unknown): string | null =>
  events.length > 0 && kind !== ('call' satisfies WebhookKind)
    ? 'must be empty: only the kind call has such events'
    : null;
