import { activePartitions, dueUpTo } from '#shared/store/keys.ts';
import type { TableReader } from './table.ts';

const CAMPAIGN_PREFIX = 'camp_';
const CALL_PREFIX = 'call_';

/** Ids due by `until` in a partition sorted by due time, the oldest first; may lag by moments. */
export const readDueIds = async (
  table: TableReader,
  partition: string,
  until: Date,
  limit: number,
): Promise<string[]> => {
  const upTo = dueUpTo(until.toISOString());
  const due = await table.query<{ active_sk: string }>({ index: 'active', partition, upTo, limit });
  return due.map(({ active_sk }) => active_sk.slice(active_sk.indexOf('#') + 1));
};

/** Ids of the active campaigns and standalone calls that the sweep must look at; may lag by moments. */
export const readActive = async (table: TableReader): Promise<{ campaignIds: string[]; callIds: string[] }> => {
  const shards = await Promise.all(
    activePartitions.map((partition) => table.query<{ active_sk: string }>({ index: 'active', partition })),
  );
  const ids = shards.flat().map(({ active_sk }) => active_sk);
  return {
    campaignIds: ids.filter((id) => id.startsWith(CAMPAIGN_PREFIX)),
    callIds: ids.filter((id) => id.startsWith(CALL_PREFIX)),
  };
};
