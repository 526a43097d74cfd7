import type { OutputOf } from '#shared/client/client.ts';

export type Delivery = OutputOf<'listWebhookDeliveries'>['deliveries'][number];
export type Attempt = Delivery['attempts'][number];

const MINUTE_MS = 60_000;

/** What a receiver answered, and how fast. */
export const answerWords = ({ status_code, latency_ms, error }: Attempt): string => {
  const latency = `${latency_ms.toLocaleString('en')} ms`;
  if (status_code !== null) return `${status_code} in ${latency}`;
  return `${(error ?? 'No answer').replace(/\.$/, '')} (${latency})`;
};

/** The attempts of a delivery in a cell: how many, and how the last one went. */
export const attemptsWords = ({ attempts }: Pick<Delivery, 'attempts'>): string => {
  const last = attempts.at(-1);
  if (last === undefined) return 'None yet';
  return attempts.length === 1 ? answerWords(last) : `${attempts.length}, the last one: ${answerWords(last)}`;
};

/** How a test event fared, in a sentence. */
export const testWords = ({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): string => {
  const last = attempts.at(-1);
  if (last === undefined) return 'Nothing is known of the answer.';
  if (last.status_code === null) return `${answerWords(last)}.`;
  return `${status === 'delivered' ? 'Accepted' : 'Not accepted'}: the receiver answered ${answerWords(last)}.`;
};

/** Whether its next attempt is under way or near, so that looking again soon shows something. */
export const isAboutToMove = ({ status, next_attempt_at }: Delivery, now: Date): boolean =>
  status === 'pending' && (next_attempt_at === null || Date.parse(next_attempt_at) - now.getTime() < MINUTE_MS);
