import { accountOfEvent, callIdOfEvent } from '#shared/domain/call/client-state.ts';
import type { Subject } from '#shared/ports/log.ts';
import type { CallEventMessage } from '#shared/schemas/call-event.ts';

const NAMES = ['account_id', 'campaign_id', 'call_id'] as const;

const subjectOf = (message: unknown): Subject => {
  if (typeof message !== 'object' || message === null) return {};
  if ('event' in message) {
    const { event } = message as Extract<CallEventMessage, { event: unknown }>;
    return { call_id: callIdOfEvent(event), account_id: accountOfEvent(event) };
  }
  return 'silence_check' in message ? subjectOf(message.silence_check) : (message as Subject);
};

/** Whose work messages are that are worked on together, as far as they all say the same. */
export const subjectOfMessages = (messages: readonly unknown[]): Subject => {
  const [first = {}, ...others] = messages.map(subjectOf);
  const isShared = (name: (typeof NAMES)[number]): boolean => others.every((other) => other[name] === first[name]);
  return Object.fromEntries(NAMES.filter(isShared).map((name) => [name, first[name]]));
};
