import type { Mutation } from './mutations.ts';

/** Bugs in how campaigns are stopped. */
export const STOPPING_MUTATIONS: Mutation[] = [
  {
    name: 'pause-answers-at-once',
    file: 'shared/engine/campaign/stop.ts',
    find: "{ status: 'paused', paused_reason: null, updated_at },\n  );\n  await awaitCampaignQuiet(ports, campaignId);",
    replace: "{ status: 'paused', paused_reason: null, updated_at },\n  );",
    caughtBy: ['3'],
  },
  {
    name: 'deletion-answers-at-once',
    file: 'shared/engine/campaign/stop.ts',
    find: 'ports.clock().toISOString()));\n  });\n  await awaitCampaignQuiet(ports, campaignId);',
    replace: 'ports.clock().toISOString()));\n  });',
    caughtBy: ['3'],
  },
  {
    name: 'deleted-campaign-starts-on-schedule',
    file: 'shared/engine/campaign/advance.ts',
    find: "status === 'scheduled' && deleted_at === null",
    replace: "status === 'scheduled'",
    caughtBy: ['5'],
  },
];
