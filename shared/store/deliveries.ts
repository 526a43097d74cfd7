import type { DeliveryStatus } from '#shared/domain/webhook/retries.ts';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import { deliveryDueKey, deliveryDuePartitions, keys, listSort, lists } from './keys.ts';
import type { Change } from './table/conditional-write.ts';
import { readPage } from './table/lists.ts';
import type { RecordKey } from './table/records.ts';
import { absent, type Condition, equals, type PutOperation, type TableReader } from './table/table.ts';
import { TTL_ATTRIBUTE } from './table/table-schema.ts';
import type { WebhookRecord } from './webhooks.ts';

/** How long the delivery log goes back. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;
/** Attempts that the log of one delivery shows at most, the latest. */
export const ATTEMPTS_SHOWN_MAX = 50;

export interface DeliveryAttempt {
  at: string;
  status_code: number | null;
  latency_ms: number;
  error: string | null;
}

/** An event on its way to a receiver: written with the state change that it tells, so that one is never without the other. */
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
  /** Attempts since the event happened, or since a person sent it again. */
  attempts_in_round: number;
  /** Changes with every write; of two writers at once one loses. */
  version: number;
  next_attempt_at: string | null;
  /** An attempt is under way until then at the latest; null between attempts. */
  attempt_until: string | null;
  created_at: string;
}

export const deliveryKey = (id: string): RecordKey<DeliveryRecord> => keys.delivery(id);

export interface OutgoingEvent {
  /** `evt_…`; stable, since receivers know an event by it. */
  id: string;
  type: string;
  payload: object;
}

/** An event has one delivery, whose id follows from the event's. */
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

/** Where the sweep finds it when it is due. */
const dueFields = ({ id, next_attempt_at }: Pick<DeliveryRecord, 'id' | 'next_attempt_at'>) =>
  next_attempt_at === null ? {} : deliveryDueKey(id, next_attempt_at);

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

/**
 * The outbox rows of events, for the transaction of the state change that they tell; none where the account has no
 * receiver. Their ids go to the webhook queue afterwards.
 */
export const deliveriesOf = (
  webhook: WebhookRecord | undefined,
  events: OutgoingEvent[],
  now: Date,
): { operations: PutOperation[]; deliveryIds: string[] } => {
  if (!webhook?.enabled) return { operations: [], deliveryIds: [] };
  const deliveries = events.map((event) => newDelivery(webhook, event, now));
  return { operations: deliveries.map(putDelivery), deliveryIds: deliveries.map(({ id }) => id) };
};

export const getDelivery = (table: TableReader, id: string) => table.get<DeliveryRecord>(deliveryKey(id));

/** Writes what changed, if the delivery is still the version that was read. The loser leaves it to the winner. */
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
        ...(isWaiting && dueFields({ id: before.id, next_attempt_at })),
      },
      ...(!isWaiting && { remove: ['active_pk', 'active_sk'] }),
      when: [equals('version', before.version)],
    },
    after: { ...before, ...changes, version },
  };
};

/** An attempt that a crash cut short counts as under way until its lease runs out. */
export const isUnderWay = ({ attempt_until }: DeliveryRecord, now: Date): boolean =>
  attempt_until !== null && now.toISOString() < attempt_until;

/** A person has it sent again: a new round of attempts begins now. */
export const resendChanges = (now: Date) => ({
  status: 'pending' as const,
  attempts_in_round: 0,
  next_attempt_at: now.toISOString(),
});

/** Ids of deliveries that were due by then, the oldest first; may lag by moments. */
export const readDueDeliveries = async (table: TableReader, until: Date, limitPerShard: number): Promise<string[]> => {
  const shards = await Promise.all(
    deliveryDuePartitions.map((partition) =>
      table.query<{ active_sk: string }>({
        index: 'active',
        partition,
        upTo: `${until.toISOString()}#~`,
        limit: limitPerShard,
      }),
    ),
  );
  return shards.flat().map(({ active_sk }) => active_sk.slice(active_sk.indexOf('#') + 1));
};

export const listDeliveries = (
  table: TableReader,
  accountId: string,
  filter: { kind?: string | undefined; status?: string | undefined },
  page: { limit: number; offset: number },
) => {
  const conditions: Condition[] = [
    ...(filter.kind === undefined ? [] : [equals('ix.kind', filter.kind)]),
    ...(filter.status === undefined ? [] : [equals('ix.status', filter.status)]),
  ];
  return readPage<DeliveryRecord>(table, { list: lists.deliveries(accountId), filter: conditions, ...page });
};
