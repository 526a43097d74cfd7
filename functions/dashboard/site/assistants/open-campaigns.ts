import { api } from '#functions/dashboard/site/api/client.ts';
import type { OutputOf } from '#shared/client/client.ts';

type Campaign = OutputOf<'listCampaigns'>['campaigns'][number];

const OPEN_STATUSES = ['running', 'scheduled', 'paused', 'draft'] as const;
const ROWS = 200;

type Filter = Omit<Parameters<typeof api.listCampaigns>[0], 'limit' | 'offset'>;

const readAll = async (filter: Filter): Promise<Campaign[]> => {
  const found: Campaign[] = [];
  for (;;) {
    const { campaigns, count } = await api.listCampaigns({ ...filter, limit: ROWS, offset: found.length });
    found.push(...campaigns);
    if (campaigns.length === 0 || found.length >= count) return found;
  }
};

/** The campaigns of a team that are not over. */
export const readOpenCampaigns = async (filter: { teamId: string; assistantId?: string }): Promise<Campaign[]> =>
  (await Promise.all(OPEN_STATUSES.map((status) => readAll({ ...filter, status })))).flat();
