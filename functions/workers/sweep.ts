import { defineTimedWorker } from '#shared/runtime/define-worker.ts';
import { activePartitions } from '#shared/store/keys.ts';

const CAMPAIGN_PREFIX = 'camp_';

export const sweep = defineTimedWorker({
  summary: 'Have every active campaign look at its calls, so that nothing a crash left behind stays',
  everyMinutes: 1,
  timeoutSeconds: 60,
  uses: ['table:read', 'campaignQueue:send'],
  async run({ table, campaignQueue }) {
    const shards = await Promise.all(
      activePartitions.map((partition) =>
        table.query<{ active_sk: string }>({ index: 'active', partition, prefix: CAMPAIGN_PREFIX }),
      ),
    );
    await campaignQueue.send(
      shards.flat().map(({ active_sk }) => ({ campaign_id: active_sk, reason: 'sweep' as const })),
    );
  },
});

export const { handler } = sweep;
