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
  /** JSON text, sent byte for byte at every attempt. */
  payload: string;
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
}

export const deliveryKey = (id: string): RecordKey<DeliveryRecord> => keys.delivery(id);

export interface OutgoingEvent {
  /** `evt_…`; stable, because receivers recognise a repeated event by it. */
  id: string;
  type: string;
  payload: object;
}

/** An event has one delivery, so the delivery's id follows from the event's. */
const deliveryIdOf = (eventId: string): string => `dlv_${eventId.replace(/^evt_/, '')}`;

export const newDelivery = (webhook: WebhookRecord, event: OutgoingEvent, now: Date): DeliveryRecord => ({
  id: deliveryIdOf(event.id),
  account_id: webhook.account_id,
  kind: webhook.kind,
  event_id: event.id,
  type: event.type,
  payload: JSON.stringify(event.payload),
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

export const putDelivery = (delivery: DeliveryRecord): PutOperation => ({
  put: {
    ...deliveryKey(delivery.id),
    ...delivery,
    ix: { kind: delivery.kind, status: delivery.status },
    list_pk: lists.deliveries(delivery.account_id),
    list_sk: listSort(delivery.created_at, delivery.id),
    ...dueFields(delivery),
    [TTL_ATTRIBUTE]: Math.floor(Date.parse(delivery.created_at) / 1000) + KEPT_SECONDS,
  },
  when: [absent('pk')],
});

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
  return readCursorPage<DeliveryRecord>(table, list, ({ payload, ...rest }) => [rest, JSON.parse(payload)]);
};
