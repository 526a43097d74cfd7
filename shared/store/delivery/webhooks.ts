import { conflict, notFound } from '#shared/domain/errors.ts';
import { DAY_MS } from '#shared/domain/time.ts';
import type { ExtraEvent } from '#shared/domain/webhook/extra-events.ts';
import { WEBHOOK_KINDS, type WebhookKind } from '#shared/domain/webhook/signing.ts';
import { keys } from '#shared/store/keys.ts';
import type { Change } from '#shared/store/table/conditional-write.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  differs,
  equals,
  type PutOperation,
  present,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';

/** The URL for an account's events of a kind, and the keys that sign them. */
export interface WebhookRecord {
  account_id: string;
  kind: WebhookKind;
  /** Null once removed; the record stays, so that a rotated key never returns. */
  url: string | null;
  enabled: boolean;
  /** Asked for beside the events that everybody gets; absent where it was last set before there were any. */
  extra_events?: ExtraEvent[];
  key_version: number;
  /** Earlier versions that also sign, each until `until`. */
  previous_keys: { version: number; until: string }[];
  created_at: string;
  updated_at: string;
}

/** A rotated key stays valid this long beside the new one. */
const PREVIOUS_KEY_VALID_MS = DAY_MS;

const FIRST_KEY_VERSION = 1;

export const extraEventsOf = ({ extra_events = [] }: WebhookRecord): ExtraEvent[] => extra_events;

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
  return receiverOf(await readWebhook(table, accountId, kind));
};

export const webhookKey = (accountId: string, kind: WebhookKind): RecordKey<WebhookRecord> =>
  keys.webhook(accountId, kind);

/** Where events go; undefined if no URL is set. */
export const receiverOf = (webhook: WebhookRecord | undefined): SetWebhook | undefined =>
  isSet(webhook) ? webhook : undefined;

/**
 * Where events of a kind go, as of a moment ago, at half the price: whether an event of the very moment of a setting came
 * before it, nobody can tell.
 */
export const getReceiver = async (
  table: TableReader,
  accountId: string,
  kind: WebhookKind,
): Promise<SetWebhook | undefined> => {
  return receiverOf(await table.get<WebhookRecord>(keys.webhook(accountId, kind), { mayLag: true }));
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

/** A webhook as it was last set, also one whose URL was removed since. */
export const readWebhook = (table: TableReader, accountId: string, kind: WebhookKind) =>
  table.get<WebhookRecord>(keys.webhook(accountId, kind));

interface WebhookTarget {
  account_id: string;
  kind: WebhookKind;
  url: string;
  enabled: boolean;
  extra_events: ExtraEvent[];
}

/** The first URL for events of a kind; whoever comes second reads again. */
export const addWebhook = (target: WebhookTarget, now: Date): { operation: PutOperation; after: SetWebhook } => {
  const at = now.toISOString();
  const after = { ...target, key_version: FIRST_KEY_VERSION, previous_keys: [], created_at: at, updated_at: at };
  return {
    operation: { put: { ...keys.webhook(target.account_id, target.kind), ...after }, when: [absent('pk')] },
    after,
  };
};

/** Another URL; the keys stay. Of concurrent changes the loser reads again. */
export const changeWebhookUrl = (
  before: WebhookRecord,
  { url, enabled, extra_events }: WebhookTarget,
  now: Date,
): Change<SetWebhook> => {
  const changes = { url, enabled, extra_events, updated_at: now.toISOString() };
  return {
    operation: {
      update: keys.webhook(before.account_id, before.kind),
      set: changes,
      when: [
        equals('url', before.url),
        equals('enabled', before.enabled),
        before.extra_events === undefined ? absent('extra_events') : equals('extra_events', before.extra_events),
        // The answer shows the keys.
        equals('key_version', before.key_version),
      ],
    },
    after: { ...before, ...changes },
  };
};

/** @throws Refusal 404 when no URL is set. */
export const removeWebhookUrl = (accountId: string, kind: WebhookKind, now: Date): UpdateOperation => ({
  update: keys.webhook(accountId, kind),
  set: { url: null, enabled: false, updated_at: now.toISOString() },
  when: [present('pk'), differs('url', null)],
  refuse: () => noUrl(kind),
});

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
