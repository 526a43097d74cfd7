import { secondsAfter } from '#shared/domain/time.ts';
import type { DeliveryStatus } from '#shared/domain/webhook/retries.ts';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import { type StoredPayload, storedPayload } from './delivery-payloads.ts';
import { deliveryDueKey, keys, listSort, lists } from './keys.ts';
import type { Change } from './table/conditional-write.ts';
import type { RecordKey } from './table/records.ts';
import { absent, equals, type PutOperation, type TableReader } from './table/table.ts';
import { TTL_ATTRIBUTE } from './table/table-schema.ts';
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
const dueFields = ({ id, account_id }: DeliveryRecord, dueAt: string | null) =>
  dueAt === null ? {} : deliveryDueKey(id, account_id, dueAt);

/** When the lease of an attempt that begins now expires. */
export const leasedUntil = (now: Date): string => secondsAfter(now, ATTEMPT_LEASE_SECONDS).toISOString();

/** The first message comes at once: the sweep has no reason to look before that attempt must be over. */
const sweptFrom = ({ next_attempt_at }: DeliveryRecord): string | null =>
  next_attempt_at && leasedUntil(new Date(next_attempt_at));

const unlisted = (delivery: DeliveryRecord) => ({
  ...deliveryKey(delivery.id),
  ...delivery,
  ...dueFields(delivery, delivery.next_attempt_at),
  [TTL_ATTRIBUTE]: Math.floor(Date.parse(delivery.created_at) / 1000) + KEPT_SECONDS,
});

/**
 * The list's index takes a new delivery for delivered, because nearly every one is within a second: then its entry need
 * not be written again. The first attempt that fails corrects it; what is read is what the delivery itself says.
 */
const presumed = (status: DeliveryStatus): DeliveryStatus => (status === 'pending' ? 'delivered' : status);

const listed = (delivery: DeliveryRecord) => ({
  ...unlisted(delivery),
  ...dueFields(delivery, sweptFrom(delivery)),
  ix: { kind: delivery.kind, status: presumed(delivery.status) },
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
  const after = { ...delivery, payload: storedPayload(payload), next_attempt_at: at, created_at: at };
  return { operation: { put: listed(after), when: [equals('awaits_call', callId)] }, after };
};

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
  'id' | 'account_id' | 'kind' | 'event_id' | 'payload' | 'status' | 'attempts' | 'attempts_in_round' | 'version'
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
 * costs as much as all else: the sweep may look at it meanwhile, and finds it under way.
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
      set: { ...changes, next_attempt_at: until },
      when: [equals('version', before.version)],
    },
    after: { ...before, ...changes, next_attempt_at: until },
  };
};

/** After a crash, an attempt counts as under way until its lease expires. */
export const isUnderWay = ({ attempt_until }: DeliveryRecord, now: Date): boolean =>
  attempt_until != null && now.toISOString() < attempt_until;
