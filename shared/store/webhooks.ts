import { conflict, notFound } from '#shared/domain/errors.ts';
import { DAY_MS } from '#shared/domain/time.ts';
import { WEBHOOK_KINDS, type WebhookKind } from '#shared/domain/webhook/signing.ts';
import { keys } from './keys.ts';
import { succeeded } from './table/conditional-write.ts';
import {
  absent,
  differs,
  equals,
  present,
  type TableReader,
  type TableWriter,
  type UpdateOperation,
} from './table/table.ts';

/** The URL for an account's events of a kind, and the keys that sign them. */
export interface WebhookRecord {
  account_id: string;
  kind: WebhookKind;
  /** Null once removed; the record stays, so that a rotated key never returns. */
  url: string | null;
  enabled: boolean;
  key_version: number;
  /** Earlier versions that also sign, each until `until`. */
  previous_keys: { version: number; until: string }[];
  created_at: string;
  updated_at: string;
}

/** A rotated key stays valid this long beside the new one. */
const PREVIOUS_KEY_VALID_MS = DAY_MS;

const FIRST_KEY_VERSION = 1;

/** A webhook with a URL. */
export type SetWebhook = WebhookRecord & { url: string };

const isSet = <W extends WebhookRecord>(webhook: W | undefined): webhook is W & SetWebhook => webhook?.url != null;

const noUrl = (kind: WebhookKind) => notFound(`A URL for ${kind} webhooks`);

/** Undefined if no URL is set. */
export const getWebhook = async (
  table: TableReader,
  accountId: string,
  kind: WebhookKind,
): Promise<SetWebhook | undefined> => {
  const webhook = await table.get<WebhookRecord>(keys.webhook(accountId, kind));
  return isSet(webhook) ? webhook : undefined;
};

/** @throws Refusal 404 when no URL is set. */
export const loadWebhook = async (table: TableReader, accountId: string, kind: WebhookKind): Promise<SetWebhook> => {
  const webhook = await getWebhook(table, accountId, kind);
  if (!webhook) throw noUrl(kind);
  return webhook;
};

export const listWebhooks = async (table: TableReader, accountId: string): Promise<SetWebhook[]> => {
  const found = await table.getMany<WebhookRecord>(WEBHOOK_KINDS.map((kind) => keys.webhook(accountId, kind)));
  return found.filter(isSet);
};

interface WebhookTarget {
  url: string;
  enabled: boolean;
  now: Date;
}

const firstWebhook = (accountId: string, kind: WebhookKind, { url, enabled, now }: WebhookTarget): SetWebhook => ({
  account_id: accountId,
  kind,
  url,
  enabled,
  key_version: FIRST_KEY_VERSION,
  previous_keys: [],
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
});

export const changeWebhookUrl = (
  { account_id, kind }: Pick<WebhookRecord, 'account_id' | 'kind'>,
  { url, enabled, now }: Omit<WebhookTarget, 'url'> & { url: string | null },
): UpdateOperation => ({
  update: keys.webhook(account_id, kind),
  set: { url, enabled, updated_at: now.toISOString() },
  when: [present('pk'), ...(url === null ? [differs('url', null)] : [])],
  refuse: () => noUrl(kind),
});

/** Sets the URL for events of a kind; the keys stay. The later of two concurrent calls wins. */
export const setWebhookUrl = async (
  table: TableWriter,
  accountId: string,
  kind: WebhookKind,
  target: WebhookTarget,
): Promise<SetWebhook> => {
  const first = firstWebhook(accountId, kind, target);
  if (await succeeded(table.write({ put: { ...keys.webhook(accountId, kind), ...first }, when: [absent('pk')] })))
    return first;
  await table.write(changeWebhookUrl(first, target));
  return (await getWebhook(table, accountId, kind)) ?? first;
};

/** Earlier keys that may be valid at once; each one lengthens the signature header. */
const PREVIOUS_KEYS_MAX = 5;

/** Earlier keys that still sign, newest first. */
export const validPreviousKeys = ({ previous_keys }: WebhookRecord, now: Date): WebhookRecord['previous_keys'] =>
  previous_keys.filter(({ until }) => now.toISOString() < until);

/**
 * The changes of a rotation: a new key version signs from now on, and the current one beside it for 24 hours.
 * @throws Refusal 409 when too many earlier keys are still valid.
 */
export const rotatedKey = (webhook: WebhookRecord, now: Date) => {
  const valid = validPreviousKeys(webhook, now);
  if (valid.length >= PREVIOUS_KEYS_MAX) {
    throw conflict(`${PREVIOUS_KEYS_MAX} earlier keys are still valid; rotate again when the oldest has expired.`);
  }
  const until = new Date(now.getTime() + PREVIOUS_KEY_VALID_MS).toISOString();
  return {
    key_version: webhook.key_version + 1,
    previous_keys: [{ version: webhook.key_version, until }, ...valid],
    updated_at: now.toISOString(),
  };
};

/** Writes a rotation; one of two concurrent rotations loses. */
export const changeWebhookKey = (webhook: WebhookRecord, changes: Partial<WebhookRecord>): UpdateOperation => ({
  update: keys.webhook(webhook.account_id, webhook.kind),
  set: changes,
  when: [equals('key_version', webhook.key_version)],
});
