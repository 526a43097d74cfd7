import { activity } from '#shared/domain/account/activity.ts';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import {
  addWebhook,
  changeWebhookUrl,
  readWebhook,
  removeWebhookUrl,
  type SetWebhook,
} from '#shared/store/webhooks.ts';

interface Target {
  kind: WebhookKind;
  url: string;
  enabled: boolean;
}

/** Sets the URL for events of a kind; one that is set already stays as it is. The later of two at once wins. */
export const setWebhook = (
  table: TableWriter,
  { accountId: account_id, actor }: Pick<Caller, 'accountId' | 'actor'>,
  { kind, url, enabled }: Target,
  now: Date,
): Promise<SetWebhook> =>
  retryingLostRaces(table, async () => {
    const before = await readWebhook(table, account_id, kind);
    if (before?.url === url && before.enabled === enabled) return { ...before, url };
    const target = { account_id, kind, url, enabled };
    const { operation, after } = before ? changeWebhookUrl(before, target, now) : addWebhook(target, now);
    const detail = `${kind} events${enabled ? '' : ', which are not sent'}`;
    const done = activityOf(actor, account_id, activity('webhook.set', kind, { detail }), now);
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
