import { encodeClientState } from '#shared/domain/call/client-state.ts';
import type { AnnouncedEvent } from '#shared/domain/call/events.ts';
import { derivedId } from '#shared/domain/ids.ts';
import { type AnnouncedCall, announcementOf, announcementsDue } from '#shared/domain/webhook/call-announcements.ts';
import { conclusionNews } from '#shared/domain/webhook/call-conclusion.ts';
import { CONCLUDED } from '#shared/domain/webhook/extra-events.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { changeCall } from '#shared/store/call/call-changes.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { moveSingleCall } from '#shared/store/call/single-calls.ts';
import {
  type DeliveryRecord,
  type DeliveryReference,
  deliveryIdOf,
  deliveryKey,
  mayBeUnsent,
  type OutgoingEvent,
  putDelivery,
  putUnswept,
  sweepUntried,
} from '#shared/store/delivery/deliveries.ts';
import { deliveriesOf, referenceOf } from '#shared/store/delivery/delivery-messages.ts';
import { getReceiver, readWebhook, type SetWebhook } from '#shared/store/delivery/webhooks.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import type { PutOperation, TableReader, UpdateOperation } from '#shared/store/table/table.ts';
import { noteChange } from './note-change.ts';
import { tellOfEnd } from './tell-conclusion.ts';

export type AnnouncePorts = Needs<'table' | 'webhookQueue' | 'log'>;

/**
 * Queues stored deliveries. A failure is only logged, because the sweep sends what the queue misses; false after one, for
 * those of whom the sweep does not know.
 */
export const sendDeliveries = async (
  { webhookQueue, log }: Pick<AnnouncePorts, 'webhookQueue' | 'log'>,
  deliveries: DeliveryReference[],
): Promise<boolean> => {
  if (deliveries.length === 0) return true;
  try {
    await webhookQueue.send(deliveries);
    return true;
  } catch (error) {
    log.error('Could not queue new deliveries; the sweep will send them.', error, { count: deliveries.length });
    return false;
  }
};

/** As `sendDeliveries`, of deliveries that the sweep does not know: it is told of them if they cannot be queued. */
const sendUnswept = async (ports: AnnouncePorts, deliveries: DeliveryReference[], now: Date): Promise<void> => {
  if (await sendDeliveries(ports, deliveries)) return;
  await Promise.all(deliveries.map((delivery) => succeeded(ports.table.write(sweepUntried(delivery, now)))));
};

interface CallChange {
  before: CallRecord;
  changes: Partial<CallRecord>;
  now: Date;
  /** Of a single call that takes another place in the sweep: whether the transaction frees all that it holds. */
  single?: { holdsNothing: boolean } | undefined;
  /** Whoever changes it comes again after a crash, and then calls `sendAgain`. */
  comesAgain?: boolean;
  /** Where its events go, if that was read already. */
  receiver?: KnownReceiver | undefined;
}

/** Undefined where no URL is set. */
export interface KnownReceiver {
  webhook: SetWebhook | undefined;
}

/** A change of a call, the outbox rows of what it announces, and what to queue once both are written. */
interface AnnouncedChange {
  change: UpdateOperation;
  after: CallRecord;
  outbox: PutOperation[];
  references: DeliveryReference[];
}

const eventIdOf = (callId: string, type: string): string => derivedId('evt', callId, type);

const eventsOf = (call: Omit<AnnouncedCall, 'status'> & { id: string }, due: AnnouncedEvent[]): OutgoingEvent[] => {
  const clientState = encodeClientState(call.id);
  return due.map((type) => ({
    id: eventIdOf(call.id, type),
    type,
    payload: announcementOf(type, call, clientState),
  }));
};

/**
 * A change of a call with the events not announced yet, for one transaction. An event's id follows from call and type,
 * so the same event never gets two ids.
 */
export const announcing = async (
  table: TableReader,
  { before, changes, now, single, comesAgain = false, receiver }: CallChange,
): Promise<AnnouncedChange> => {
  const changing = (all: Partial<CallRecord>) => {
    const { operation, after } = single ? moveSingleCall(before, all, single) : changeCall(before, all);
    return { change: operation, after };
  };
  const after = { ...before, ...changes };
  // Nobody is told of an erased person, not even that a call was theirs.
  if (after.erased_at !== null) return { ...changing(changes), outbox: [], references: [] };
  const { status } = after;
  const due = status === 'not_dialed' ? [] : announcementsDue({ ...after, status }, before.announced);
  const news = conclusionNews(after, before.announced, now);
  if (due.length === 0 && news === null) return { ...changing(changes), outbox: [], references: [] };
  const { webhook } = receiver ?? { webhook: await getReceiver(table, before.account_id, 'call') };
  const announced = [...before.announced, ...due, ...(news ? [CONCLUDED] : [])];
  const put = comesAgain ? putUnswept : putDelivery;
  const told = [
    deliveriesOf(webhook, eventsOf(after, due), now, put),
    ...(news ? [tellOfEnd(webhook, after, news, now, put)] : []),
  ];
  return {
    ...changing({ ...changes, announced }),
    outbox: told.flatMap(({ operations }) => operations),
    references: told.flatMap(({ references }) => references),
  };
};

/**
 * Changes a call and writes the events not announced yet into the outbox, in one transaction.
 * @throws ConditionFailed when the call has changed since it was read.
 */
export const changeAndAnnounce = async (
  ports: AnnouncePorts,
  before: CallRecord,
  changes: Partial<CallRecord>,
  now: Date,
  { comesAgain = false, receiver }: Pick<CallChange, 'comesAgain' | 'receiver'> = {},
): Promise<void> => {
  const { change, outbox, references } = await announcing(ports.table, { before, changes, now, comesAgain, receiver });
  if (outbox.length === 0) await ports.table.write(change);
  else await ports.table.transact([change, ...outbox]);
  noteChange(ports.log, before, changes);
  if (outbox.length === 0) return;
  if (comesAgain) await sendUnswept(ports, references, now);
  else await sendDeliveries(ports, references);
};

/**
 * Sends what a call has announced and nobody has attempted yet, for whoever may have died before it was sent. Of two
 * messages of a delivery the second finds it leased.
 */
export const sendAgain = async (ports: AnnouncePorts, call: CallRecord, now: Date): Promise<void> => {
  const { id, account_id, announced } = call;
  if (announced.length === 0 || !(await readWebhook(ports.table, account_id, 'call'))) return;
  const keys = announced.map((type) => deliveryKey(deliveryIdOf(eventIdOf(id, type))));
  const written = (await ports.table.getMany<DeliveryRecord>(keys)).filter((delivery) => delivery !== undefined);
  await sendUnswept(ports, written.filter(mayBeUnsent).map(referenceOf), now);
};
