import { isDeepStrictEqual } from 'node:util';
import { activity } from '#shared/domain/account/activity.ts';
import type { ExtraEvent } from '#shared/domain/webhook/extra-events.ts';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import {
  addWebhook,
  changeWebhookUrl,
  extraEventsOf,
  readWebhook,
  removeWebhookUrl,
  type SetWebhook,
  type WebhookRecord,
} from '#shared/store/delivery/webhooks.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

interface Target {
  kind: WebhookKind;
  url: string;
  enabled: boolean;
  extraEvents: ExtraEvent[];
}

const isAsWanted = (webhook: WebhookRecord, { url, enabled, extraEvents }: Target): boolean =>
  webhook.url === url && webhook.enabled === enabled && isDeepStrictEqual(extraEventsOf(webhook), extraEvents);

/** What is said of it beside its kind. */
const detailOf = ({ kind, enabled, extraEvents }: Target): string =>
  `${[`${kind} events`, ...extraEvents].join(', with ')}${enabled ? '' : ', which are not sent'}`;

/** Sets the URL for events of a kind; one that is set already stays as it is. The later of two at once wins. */
export const setWebhook = (
  table: TableWriter,
  { accountId: account_id, actor }: Pick<Caller, 'accountId' | 'actor'>,
  wanted: Target,
  now: Date,
): Promise<SetWebhook> =>
  retryingLostRaces(table, async () => {
    const { kind, url, enabled, extraEvents: extra_events } = wanted;
    const before = await readWebhook(table, account_id, kind);
    if (before && isAsWanted(before, wanted)) return { ...before, url };
    const target = { account_id, kind, url, enabled, extra_events };
    const { operation, after } = before ? changeWebhookUrl(before, target, now) : addWebhook(target, now);
    const done = activityOf(actor, account_id, activity('webhook.set', kind, { detail: detailOf(wanted) }), now);
    await table.transact([operation, done]);
    return after;
  });

/** @throws Refusal 404 when no URL is set. */
export const removeWebhook = (
  table: TableWriter,
  { accountId, actor }: Caller,
  kind: WebhookKind,
  now: Date,
): Promise<void> => {
  const done = activityOf(actor, accountId, activity('webhook.removed', kind, { detail: `${kind} events` }), now);
  return table.transact([removeWebhookUrl(accountId, kind, now), done]);
};
