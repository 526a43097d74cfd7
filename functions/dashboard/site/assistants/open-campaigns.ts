import { api } from '#functions/dashboard/site/api/client.ts';
import { LIST_PAGE_ROWS, readAll } from '#functions/dashboard/site/api/read-all.ts';
import type { OutputOf } from '#shared/client/client.ts';

type Campaign = OutputOf<'listCampaigns'>['campaigns'][number];

const OPEN_STATUSES = ['running', 'scheduled', 'paused', 'draft'] as const;

type Filter = Omit<Parameters<typeof api.listCampaigns>[0], 'limit' | 'offset'>;

const readCampaigns = (filter: Filter): Promise<Campaign[]> =>
  readAll(async (offset) => {
    const { campaigns, count } = await api.listCampaigns({ ...filter, limit: LIST_PAGE_ROWS, offset });
    return { rows: campaigns, count };
  });

/** The campaigns of a team that are not over. */
export const readOpenCampaigns = async (filter: { teamId: string; assistantId?: string }): Promise<Campaign[]> =>
  (await Promise.all(OPEN_STATUSES.map((status) => readCampaigns({ ...filter, status })))).flat();
