import { releaseCaller } from '#shared/engine/receive-inbound.ts';
import { resolveOverdue } from '#shared/engine/resolve-overdue.ts';
import { defineTimedWorker } from '#shared/runtime/define-worker.ts';
import { getCalls } from '#shared/store/calls.ts';
import { activePartitions } from '#shared/store/keys.ts';

const CAMPAIGN_PREFIX = 'camp_';
const CALL_PREFIX = 'call_';

export const sweep = defineTimedWorker({
  summary: 'Look after what a crash left behind: every active campaign, and overdue calls that belong to none',
  everyMinutes: 1,
  timeoutSeconds: 60,
  uses: ['table:write', 'campaignQueue:send', 'telephony'],
  async run({ table, campaignQueue, telephony, clock }) {
    const shards = await Promise.all(
      activePartitions.map((partition) => table.query<{ active_sk: string }>({ index: 'active', partition })),
    );
    const ids = shards.flat().map(({ active_sk }) => active_sk);
    await campaignQueue.send(
      ids
        .filter((id) => id.startsWith(CAMPAIGN_PREFIX))
        .map((campaign_id) => ({ campaign_id, reason: 'sweep' as const })),
    );
    const looseIds = ids.filter((id) => id.startsWith(CALL_PREFIX));
    const loose = (await getCalls(table, looseIds)).filter((call) => call !== undefined);
    await resolveOverdue({ table, telephony }, loose, clock());
    const after = await getCalls(table, looseIds);
    for (const call of after) if (call) await releaseCaller(table, call);
  },
});

export const { handler } = sweep;
