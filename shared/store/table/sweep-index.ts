import { activePartitions, dueUpTo, sweptPartitions } from '#shared/store/keys.ts';
import type { TableReader } from './table.ts';

const CAMPAIGN_PREFIX = 'camp_';
const CALL_PREFIX = 'call_';

/** The sort keys of what is due by `until` in a partition sorted by due time, the oldest first; may lag by moments. */
export const readDueSorts = async (
  table: TableReader,
  partition: string,
  until: Date,
  limit: number,
): Promise<string[]> => {
  const upTo = dueUpTo(until.toISOString());
  const due = await table.query<{ active_sk: string }>({ index: 'active', partition, upTo, limit });
  return due.map(({ active_sk }) => active_sk);
};

/** The same, as the keys name it without its time. */
export const readDueNames = async (...query: Parameters<typeof readDueSorts>): Promise<string[]> =>
  (await readDueSorts(...query)).map((sort) => sort.slice(sort.indexOf('#') + 1));

/**
 * Ids of the campaigns, and of the standalone calls, that the sweep must look at; may lag by moments. They share their
 * partitions, so that both are read at once.
 */
export const readActive = async (table: TableReader): Promise<{ campaignIds: string[]; callIds: string[] }> => {
  const shards = activePartitions.map((partition) =>
    table.query<{ active_sk: string }>({ index: 'active', partition, fields: ['active_sk'] }),
  );
  const ids = (await Promise.all(shards)).flat().map(({ active_sk }) => active_sk);
  return {
    campaignIds: ids.filter((id) => id.startsWith(CAMPAIGN_PREFIX)),
    callIds: ids.filter((id) => id.startsWith(CALL_PREFIX)),
  };
};

/** True if there is anything at all for the sweep, due or not; may lag by moments. */
export const hasSweptItems = async (table: TableReader): Promise<boolean> => {
  const found = await Promise.all(
    sweptPartitions.map((partition) => table.query({ index: 'active', partition, limit: 1 })),
  );
  return found.flat().length > 0;
};
