import type { OutputOf } from '#shared/client/client.ts';
import { CONCLUDED, type ExtraEvent } from '#shared/domain/webhook/extra-events.ts';

export type ListedWebhook = OutputOf<'listWebhooks'>['webhooks'][number];
export type WebhookKind = ListedWebhook['kind'];

/** What a form shows of a webhook. */
export interface WebhookValues {
  url: string;
  enabled: boolean;
  /** Whether `call.concluded` is sent too. */
  concluded: boolean;
}

type Setting = Pick<ListedWebhook, 'url' | 'enabled' | 'extra_events'>;

export const webhookValues = (webhook: Setting | undefined): WebhookValues => ({
  url: webhook?.url ?? '',
  enabled: webhook?.enabled ?? true,
  concluded: webhook?.extra_events.includes(CONCLUDED) ?? false,
});

interface WholeSetting {
  url: string;
  enabled: boolean;
  extraEvents: ExtraEvent[];
}

const withConcluded = (events: readonly ExtraEvent[], isAsked: boolean): ExtraEvent[] => {
  const others = events.filter((event) => event !== CONCLUDED);
  return isAsked ? [...others, CONCLUDED] : others;
};

/**
 * The whole setting that a PUT needs: what was changed in a form that began with `began`, over what is set by now. So
 * nobody undoes what somebody else set meanwhile.
 */
export const settingToPut = (
  setNow: Setting | undefined,
  began: WebhookValues,
  values: WebhookValues,
): WholeSetting => {
  const current = webhookValues(setNow);
  const chosen = <Name extends keyof WebhookValues>(name: Name): WebhookValues[Name] =>
    setNow === undefined || values[name] !== began[name] ? values[name] : current[name];
  return {
    url: chosen('url').trim(),
    enabled: chosen('enabled'),
    extraEvents: withConcluded(setNow?.extra_events ?? [], chosen('concluded')),
  };
};
