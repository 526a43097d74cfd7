import { ANNOUNCED_EVENTS, type AnnouncedEvent } from '#shared/domain/call/events.ts';
import { derivedId } from '#shared/domain/ids.ts';
import { CONCLUDED, type ExtraEvent } from '#shared/domain/webhook/extra-events.ts';
import { deliveryIdOf, deliveryKey } from '#shared/store/delivery/deliveries.ts';
import { keys, partitions } from '#shared/store/keys.ts';
import type { Key, TableReader, TableWriter } from '#shared/store/table/table.ts';

/** Everything that lies beside a call: words, scene, instructions, findings, the lease of its conclusion. */
const besideOf = async (table: TableReader, callId: string): Promise<Key[]> => {
  const { sk: own } = keys.call(callId);
  const items = await table.query<object>({ partition: partitions.call(callId) });
  return items.filter(({ sk }) => sk !== own);
};

type ToldEvent = AnnouncedEvent | ExtraEvent;

const EVERY_EVENT: readonly ToldEvent[] = [...ANNOUNCED_EVENTS, CONCLUDED];

/** The events that were told of a call, or are still to be told. */
export const deliveryKeysOf = (callId: string, types: readonly ToldEvent[] = EVERY_EVENT): Key[] =>
  types.map((type) => deliveryKey(deliveryIdOf(derivedId('evt', callId, type))));

/** Whether anything lies beside a call. */
export const liesBeside = async (table: TableReader, callId: string): Promise<boolean> =>
  (await besideOf(table, callId)).length > 0;

/** Deletes what was said on a call and found in it, but for what the call itself has. Repeating it changes nothing. */
export const deleteBeside = async (table: TableWriter, callId: string): Promise<void> => {
  const beside = await besideOf(table, callId);
  await Promise.all(beside.map(({ pk, sk }) => table.write({ delete: { pk, sk } })));
};

/**
 * Deletes the events of a call, or some of them. Those that have not reached their receiver never will. Repeating it
 * changes nothing.
 */
export const deleteDeliveries = async (
  table: TableWriter,
  callId: string,
  types: readonly ToldEvent[] = EVERY_EVENT,
): Promise<void> => {
  const found = (await table.getMany<object>(deliveryKeysOf(callId, types))).filter(
    (delivery) => delivery !== undefined,
  );
  await Promise.all(found.map(({ pk, sk }) => table.write({ delete: { pk, sk } })));
};
