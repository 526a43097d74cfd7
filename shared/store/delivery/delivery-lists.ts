import { secondsAfter } from '#shared/domain/time.ts';
import { accountOfDueSort, deliveryDuePartitions, deliveryIdOfKey, dueUpTo, lists } from '#shared/store/keys.ts';
import { type CursorPage, readCursorPage } from '#shared/store/table/cursor-pages.ts';
import { type Condition, equals, type Key, type TableReader } from '#shared/store/table/table.ts';
import { type DeliveryRecord, type DeliveryReference, KEPT_SECONDS } from './deliveries.ts';
import { payloadText } from './delivery-payloads.ts';

type DueEntry = Key & { active_sk: string };

/** Deliveries due by `until`, the oldest first in each shard of the index. */
export const readDueDeliveries = (
  table: TableReader,
  until: Date,
  limitPerShard: number,
): Promise<DeliveryReference[][]> =>
  Promise.all(
    deliveryDuePartitions.map(async (partition) => {
      const upTo = dueUpTo(until.toISOString());
      const due = await table.query<DueEntry>({ index: 'active', partition, upTo, limit: limitPerShard });
      return due.map((entry) => ({
        delivery_id: deliveryIdOfKey(entry),
        account_id: accountOfDueSort(entry.active_sk),
      }));
    }),
  );

/** One page. A delivery that was not attempted yet is in none that asks for a status. */
export const listDeliveries = async (
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
  const found = await readCursorPage<DeliveryRecord>(table, list, ({ payload, ...rest }) => [
    rest,
    JSON.parse(payloadText({ payload })),
  ]);
  const items = found.items.filter(({ status }) => filter.status === undefined || status === filter.status);
  return { ...found, items };
};
