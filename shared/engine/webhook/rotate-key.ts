import { activity } from '#shared/domain/account/activity.ts';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import { changeWebhookKey, loadWebhook, rotatedKey, type SetWebhook } from '#shared/store/delivery/webhooks.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter, WriteOperation } from '#shared/store/table/table.ts';

/** Rotates the signing key. @throws Refusal 404 when no URL is set, 409 when too many earlier keys are still valid. */
export const rotateKey = <Answer>(
  table: TableWriter,
  { accountId, actor }: Caller,
  kind: WebhookKind,
  now: Date,
  commit: (operations: WriteOperation[], rotated: SetWebhook) => Promise<Answer>,
): Promise<Answer> =>
  retryingLostRaces(table, async () => {
    const webhook = await loadWebhook(table, accountId, kind);
    const changes = rotatedKey(webhook, now);
    const done = activityOf(actor, accountId, activity('webhook.rotated', kind, { detail: `${kind} events` }), now);
    return commit([changeWebhookKey(webhook, changes), done], { ...webhook, ...changes });
  });
