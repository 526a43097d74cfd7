import { gunzipSync, gzipSync } from 'node:zlib';
import { secondsAfter } from '#shared/domain/time.ts';
import type { DeliveryStatus } from '#shared/domain/webhook/retries.ts';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import { deliveryDueKey, deliveryDuePartitions, keys, listSort, lists } from './keys.ts';
import type { Change } from './table/conditional-write.ts';
import { type CursorPage, readCursorPage } from './table/cursor-pages.ts';
import type { RecordKey } from './table/records.ts';
import { readDueNames } from './table/sweep-index.ts';
import { absent, type Condition, equals, type PutOperation, type TableReader } from './table/table.ts';
import { TTL_ATTRIBUTE } from './table/table-schema.ts';
import type { WebhookRecord } from './webhooks.ts';

/** How long deliveries are kept. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;
/** The latest attempts kept on a delivery. */
export const ATTEMPTS_SHOWN_MAX = 50;

export interface DeliveryAttempt {
  at: string;
  status_code: number | null;
  latency_ms: number;
  error: string | null;
}

/** An event on its way to a receiver, written in the transaction of the change that it announces. */
export interface DeliveryRecord {
  id: string;
  account_id: string;
  kind: WebhookKind;
  event_id: string;
  type: string;
  /** JSON text, compressed if it is long; `payloadText` reads it. */
  payload: string | Uint8Array;
  status: DeliveryStatus;
  attempts: DeliveryAttempt[];
  /** Attempts since the event, or since the latest resend. */
  attempts_in_round: number;
  /** Bumped by every write, so that a concurrent writer loses. */
  version: number;
  next_attempt_at: string | null;
  /** Lease of the attempt under way; null between attempts. */
  attempt_until: string | null;
  created_at: string;
  /** The call whose conclusion it will tell. Until then it has no payload and is in no list. */
  awaits_call?: string;
}

export const deliveryKey = (id: string): RecordKey<DeliveryRecord> => keys.delivery(id);

export interface OutgoingEvent {
  /** `evt_…`; stable, because receivers recognise a repeated event by it. */
  id: string;
  type: string;
  payload: object;
}

/** The transcript of a long call as JSON text may be larger than an item of 400 KB; compressed, it has half of that. */
const COMPRESSED_FROM_BYTES = 32 * 1024;

const stored = (payload: object): string | Uint8Array => {
  const text = JSON.stringify(payload);
  return Buffer.byteLength(text) < COMPRESSED_FROM_BYTES ? text : gzipSync(text);
};

/** The body of an event, the same bytes at every attempt. */
export const payloadText = ({ payload }: Pick<DeliveryRecord, 'payload'>): string =>
  typeof payload === 'string' ? payload : gunzipSync(payload).toString('utf8');

/** An event has one delivery, so the delivery's id follows from the event's. */
export const deliveryIdOf = (eventId: string): string => `dlv_${eventId.replace(/^evt_/, '')}`;

export const newDelivery = (webhook: WebhookRecord, event: OutgoingEvent, now: Date): DeliveryRecord => ({
  id: deliveryIdOf(event.id),
  account_id: webhook.account_id,
  kind: webhook.kind,
  event_id: event.id,
  type: event.type,
  payload: stored(event.payload),
  status: 'pending',
  attempts: [],
  attempts_in_round: 0,
  version: 0,
  next_attempt_at: now.toISOString(),
  attempt_until: null,
  created_at: now.toISOString(),
});

/** Index keys by which the sweep finds a due delivery. */
const dueFields = ({ id, account_id, next_attempt_at }: DeliveryRecord) =>
  next_attempt_at === null ? {} : deliveryDueKey(id, account_id, next_attempt_at);

const unlisted = (delivery: DeliveryRecord) => ({
  ...deliveryKey(delivery.id),
  ...delivery,
  ...dueFields(delivery),
  [TTL_ATTRIBUTE]: Math.floor(Date.parse(delivery.created_at) / 1000) + KEPT_SECONDS,
});

const listed = (delivery: DeliveryRecord) => ({
  ...unlisted(delivery),
  ix: { kind: delivery.kind, status: delivery.status },
  list_pk: lists.deliveries(delivery.account_id),
  list_sk: listSort(delivery.created_at, delivery.id),
});

export const putDelivery = (delivery: DeliveryRecord): PutOperation => ({
  put: listed(delivery),
  when: [absent('pk')],
});

/**
 * Owes a receiver the conclusion of a call, in the transaction of its end. Should the conclusion not come, the sweep
 * finds this at `due`.
 */
export const oweDelivery = (
  webhook: WebhookRecord,
  event: Omit<OutgoingEvent, 'payload'>,
  callId: string,
  { now, due }: { now: Date; due: Date },
): PutOperation => ({
  put: unlisted({
    ...newDelivery(webhook, { ...event, payload: {} }, now),
    next_attempt_at: due.toISOString(),
    awaits_call: callId,
  }),
  when: [absent('pk')],
});

/** Whether the conclusion of a call that this was to tell is still owed. */
export const isOwed = (delivery: DeliveryRecord | undefined): delivery is DeliveryRecord & { awaits_call: string } =>
  delivery?.awaits_call !== undefined;

/** Makes what was owed an event that is due. Of two at once the second loses. */
export const payDelivery = (owed: DeliveryRecord, payload: object, now: Date): Change<DeliveryRecord, PutOperation> => {
  const { awaits_call: callId, ...delivery } = owed;
  const at = now.toISOString();
  const after = { ...delivery, payload: stored(payload), next_attempt_at: at, created_at: at };
  return { operation: { put: listed(after), when: [equals('awaits_call', callId)] }, after };
};

/** A delivery by name, as its queue's messages and the `active` index hold it. */
export interface DeliveryReference {
  delivery_id: string;
  account_id: string;
}

export const referenceOf = ({ id, account_id }: Pick<DeliveryRecord, 'id' | 'account_id'>): DeliveryReference => ({
  delivery_id: id,
  account_id,
});

/**
 * The outbox rows of events, for the transaction of the change that they announce; none if the account has no receiver.
 * Queue the references after the transaction.
 */
export const deliveriesOf = (
  webhook: WebhookRecord | undefined,
  events: OutgoingEvent[],
  now: Date,
): { operations: PutOperation[]; references: DeliveryReference[] } => {
  if (!webhook?.enabled) return { operations: [], references: [] };
  const deliveries = events.map((event) => newDelivery(webhook, event, now));
  return { operations: deliveries.map(putDelivery), references: deliveries.map(referenceOf) };
};

export const getDelivery = (table: TableReader, id: string) => table.get<DeliveryRecord>(deliveryKey(id));

/** Changes a delivery if it is still the version that was read. The loser leaves it to the winner. */
export const changeDelivery = (before: DeliveryRecord, changes: Partial<DeliveryRecord>): Change<DeliveryRecord> => {
  const isWaiting = (changes.status ?? before.status) === 'pending';
  const next_attempt_at = changes.next_attempt_at ?? before.next_attempt_at;
  const version = before.version + 1;
  return {
    operation: {
      update: deliveryKey(before.id),
      set: {
        ...changes,
        version,
        ...(changes.status && { 'ix.status': changes.status }),
        ...(isWaiting && dueFields({ ...before, next_attempt_at })),
      },
      ...(!isWaiting && { remove: ['active_pk', 'active_sk'] }),
      when: [equals('version', before.version)],
    },
    after: { ...before, ...changes, version },
  };
};

/** After a crash, an attempt counts as under way until its lease expires. */
export const isUnderWay = ({ attempt_until }: DeliveryRecord, now: Date): boolean =>
  attempt_until !== null && now.toISOString() < attempt_until;

/** Deliveries due by `until`, the oldest first in each shard of the index. */
export const readDueDeliveries = (
  table: TableReader,
  until: Date,
  limitPerShard: number,
): Promise<DeliveryReference[][]> =>
  Promise.all(
    deliveryDuePartitions.map(async (partition) => {
      const names = await readDueNames(table, partition, until, limitPerShard);
      return names.map((name) => {
        const [account_id = '', delivery_id = ''] = name.split('#');
        return { delivery_id, account_id };
      });
    }),
  );

export const listDeliveries = (
  table: TableReader,
  accountId: string,
  filter: { kind?: string | undefined; status?: string | undefined },
  page: CursorPage,
  now: Date,
) => {
  const conditions: Condition[] = [
    ...(filter.kind === undefined ? [] : [equals('ix.kind', filter.kind)]),
    ...(filter.status === undefined ? [] : [equals('ix.status', filter.status)]),
  ];
  const keptSince = secondsAfter(now, -KEPT_SECONDS);
  const list = { ...page, list: lists.deliveries(accountId), keptSince, filter: conditions };
  return readCursorPage<DeliveryRecord>(table, list, ({ payload, ...rest }) => [
    rest,
    JSON.parse(payloadText({ payload })),
  ]);
};
