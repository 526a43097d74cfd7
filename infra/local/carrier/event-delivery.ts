import { backoffMs } from '#infra/local/process/backoff.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time.ts';
import type { CarrierStore, UndeliveredEvent } from './carrier-store.ts';
import type { SigningKey } from './signing-key.ts';

const ANSWER_DEADLINE_MS = 10_000;
/** An event that is not accepted is dropped this long after it was due. */
const GIVE_UP_AFTER_MS = DAY_MS;
const LONGEST_TIMER_MS = HOUR_MS;

interface EventDelivery {
  /** Must be called after a call's events changed. */
  wake(callControlId: string): void;
  setWebhookUrl(url: string): void;
  stop(): Promise<void>;
}

/**
 * Sends signed events to the webhook. A call's next event is sent once the one before it is accepted; calls do not wait
 * for each other. An event stays stored until it is accepted.
 */
export const startEventDelivery = (
  store: CarrierStore,
  key: SigningKey,
  initialWebhookUrl: string | undefined,
): EventDelivery => {
  const stopping = new AbortController();
  const timers = new Map<string, NodeJS.Timeout>();
  const sending = new Map<string, Promise<void>>();
  let webhookUrl = initialWebhookUrl;

  const post = async (url: string, payload: string): Promise<boolean> => {
    const body = Buffer.from(payload);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'Telephony-Signature-Ed25519': key.sign(body) },
        body,
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_DEADLINE_MS)]),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  };

  const send = async (callControlId: string, event: UndeliveredEvent, url: string): Promise<void> => {
    const accepted = await post(url, event.payload);
    if (stopping.signal.aborted) return;
    sending.delete(callControlId);
    if (accepted || Date.now() - event.dueAt > GIVE_UP_AFTER_MS) {
      store.removeEvent(event.id);
      wake(callControlId);
      return;
    }
    store.countFailure(event.id);
    sleep(callControlId, backoffMs(event.failures + 1));
  };

  const sleep = (callControlId: string, delayMs: number): void => {
    const timer = setTimeout(() => wake(callControlId), Math.min(delayMs, LONGEST_TIMER_MS));
    timers.set(callControlId, timer);
  };

  const wake = (callControlId: string): void => {
    clearTimeout(timers.get(callControlId));
    timers.delete(callControlId);
    if (!webhookUrl || stopping.signal.aborted || sending.has(callControlId)) return;
    const event = store.firstEvent(callControlId);
    if (!event) return;
    const delayMs = event.dueAt - Date.now();
    if (delayMs > 0) sleep(callControlId, delayMs);
    else sending.set(callControlId, send(callControlId, event, webhookUrl));
  };

  const wakeAll = (): void => {
    for (const callControlId of store.callsWithEvents()) wake(callControlId);
  };
  wakeAll();

  return {
    wake,
    setWebhookUrl: (url) => {
      webhookUrl = url;
      wakeAll();
    },
    stop: async () => {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(sending.values());
    },
  };
};
