import { secondsAfter } from '#shared/domain/time.ts';
import type { DeliveryStatus } from '#shared/domain/webhook/retries.ts';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import { deliveryDueKey, keys, listSort, lists } from '#shared/store/keys.ts';
import type { Change } from '#shared/store/table/conditional-write.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  equals,
  type PutOperation,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';
import { type StoredPayload, storedPayload } from './delivery-payloads.ts';
import type { WebhookRecord } from './webhooks.ts';

/** How long deliveries are kept. */
export const KEPT_SECONDS = 30 * 24 * 60 * 60;
/** Longer than the worker's timeout, so an expired lease means a crash. */
const ATTEMPT_LEASE_SECONDS = 30;
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
  /** `payloadText` reads it. */
  payload: StoredPayload;
  status: DeliveryStatus;
  attempts: DeliveryAttempt[];
  /** Attempts since the event, or since the latest resend. */
  attempts_in_round: number;
  /** Bumped by every write, so that a concurrent writer loses. */
  version: number;
  next_attempt_at: string | null;
  /** Lease of the attempt under way; null between attempts, absent before the first. */
  attempt_until?: string | null;
  created_at: string;
  /** The call whose conclusion it will tell. Until then it has no payload and is in no list. */
  awaits_call?: string;
  /** Present while the sweep knows of it. */
  active_pk?: string;
}

export const deliveryKey = (id: string): RecordKey<DeliveryRecord> => keys.delivery(id);

export interface OutgoingEvent {
  /** `evt_…`; stable, because receivers recognise a repeated event by it. */
  id: string;
  type: string;
  payload: object;
}

/** An event has one delivery, so the delivery's id follows from the event's. */
export const deliveryIdOf = (eventId: string): string => `dlv_${eventId.replace(/^evt_/, '')}`;

export const UNTRIED = { status: 'pending', attempts_in_round: 0, version: 0 } as const;

export const newDelivery = (webhook: WebhookRecord, event: OutgoingEvent, now: Date): DeliveryRecord => ({
  id: deliveryIdOf(event.id),
  account_id: webhook.account_id,
  kind: webhook.kind,
  event_id: event.id,
  type: event.type,
  payload: storedPayload(event.payload),
  attempts: [],
  ...UNTRIED,
  next_attempt_at: now.toISOString(),
  created_at: now.toISOString(),
});

/** Index keys by which the sweep finds a delivery, from `dueAt` on. */
export const dueFields = ({ id, account_id }: DeliveryRecord, dueAt: string | null) =>
  dueAt === null ? {} : deliveryDueKey(id, account_id, dueAt);

/** When the lease of an attempt that begins now expires. */
export const leasedUntil = (now: Date): string => secondsAfter(now, ATTEMPT_LEASE_SECONDS).toISOString();

/** The first message comes at once: the sweep has no reason to look before that attempt must be over. */
const sweptFrom = ({ next_attempt_at }: DeliveryRecord): string | null =>
  next_attempt_at && leasedUntil(new Date(next_attempt_at));

/** A delivery as it is stored, in no list and unknown to the sweep. */
export const kept = (delivery: DeliveryRecord) => ({
  ...deliveryKey(delivery.id),
  ...delivery,
  [TTL_ATTRIBUTE]: Math.floor(Date.parse(delivery.created_at) / 1000) + KEPT_SECONDS,
});

/**
 * The list's index takes a new delivery for delivered, because nearly every one is within a second: then its entry need
 * not be written again. The first attempt that fails corrects it; what is read is what the delivery itself says.
 */
const presumed = (status: DeliveryStatus): DeliveryStatus => (status === 'pending' ? 'delivered' : status);

const listed = (delivery: DeliveryRecord) => ({
  ...kept(delivery),
  ix: { kind: delivery.kind, status: presumed(delivery.status) },
  list_pk: lists.deliveries(delivery.account_id),
  list_sk: listSort(delivery.created_at, delivery.id),
});

export const listedAndSwept = (delivery: DeliveryRecord) => ({
  ...listed(delivery),
  ...dueFields(delivery, sweptFrom(delivery)),
});

export const putDelivery = (delivery: DeliveryRecord): PutOperation => ({
  put: listedAndSwept(delivery),
  when: [absent('pk')],
});

/**
 * A delivery that the sweep does not know before its second attempt, which saves entering and leaving its index. Only
 * for a writer that comes again after a crash, and then sends the first message if nobody has.
 */
export const putUnswept = (delivery: DeliveryRecord): PutOperation => ({ put: listed(delivery), when: [absent('pk')] });

export const isSwept = ({ active_pk }: { active_pk?: string | undefined }): boolean => active_pk !== undefined;

/** Whether its first message may be lost, and nobody else knows of it. */
export const mayBeUnsent = (delivery: DeliveryRecord): boolean =>
  delivery.status === 'pending' && delivery.version === UNTRIED.version && !isSwept(delivery);

/** Tells the sweep of a delivery whose first message could not be sent. Loses against its first attempt. */
export const sweepUntried = ({ delivery_id, account_id }: DeliveryReference, now: Date): UpdateOperation => ({
  update: deliveryKey(delivery_id),
  set: deliveryDueKey(delivery_id, account_id, now.toISOString()),
  when: [equals('status', UNTRIED.status), equals('version', UNTRIED.version)],
});

/** A delivery by name, as its queue's messages and the `active` index hold it. */
export interface DeliveryReference {
  delivery_id: string;
  account_id: string;
  /** What the first attempt needs to know of a delivery, so that it need not read it. */
  unsent?: UnsentEvent | undefined;
}

export interface UnsentEvent {
  kind: WebhookKind;
  event_id: string;
  /** JSON text. */
  payload: string;
}

export const getDelivery = (table: TableReader, id: string) => table.get<DeliveryRecord>(deliveryKey(id));

/** What an attempt needs to know of a delivery. */
export type UnsentDelivery = Pick<
  DeliveryRecord,
  | 'id'
  | 'account_id'
  | 'kind'
  | 'event_id'
  | 'payload'
  | 'status'
  | 'attempts'
  | 'attempts_in_round'
  | 'version'
  | 'active_pk'
>;

/** Changes a delivery if it is still the version that was read. The loser leaves it to the winner. */
export const changeDelivery = <Known extends UnsentDelivery>(
  before: Known,
  changes: Partial<DeliveryRecord>,
): Change<Known> => {
  const isWaiting = (changes.status ?? before.status) === 'pending';
  const version = before.version + 1;
  return {
    operation: {
      update: deliveryKey(before.id),
      set: {
        ...changes,
        version,
        ...(changes.status && { 'ix.status': changes.status }),
        ...(isWaiting &&
          changes.next_attempt_at &&
          deliveryDueKey(before.id, before.account_id, changes.next_attempt_at)),
      },
      ...(!isWaiting && { remove: ['active_pk', 'active_sk'] }),
      when: [equals('version', before.version)],
    },
    after: { ...before, ...changes, version },
  };
};

/**
 * Leases a delivery for one attempt; of two at once the second loses. Its place in the index stays, because moving it
 * costs as much as all else: the sweep may look at it meanwhile, and finds it under way. From the second attempt on it
 * has a place there.
 */
export const leaseDelivery = <Known extends UnsentDelivery>(before: Known, now: Date): Change<Known> => {
  const until = leasedUntil(now);
  const changes = {
    attempt_until: until,
    attempts_in_round: before.attempts_in_round + 1,
    version: before.version + 1,
  };
  return {
    operation: {
      update: deliveryKey(before.id),
      set: {
        ...changes,
        next_attempt_at: until,
        ...(before.version > UNTRIED.version &&
          !isSwept(before) &&
          deliveryDueKey(before.id, before.account_id, until)),
      },
      when: [equals('version', before.version)],
    },
    after: { ...before, ...changes, next_attempt_at: until },
  };
};

/** After a crash, an attempt counts as under way until its lease expires. */
export const isUnderWay = ({ attempt_until }: DeliveryRecord, now: Date): boolean =>
  attempt_until != null && now.toISOString() < attempt_until;
