import * as z from 'zod';
import { ACTIVITY_ACTIONS } from '#shared/domain/account/activity.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Activity } from '#shared/schemas/activity.ts';
import { cursorAlone, cursorFields, cursorPage, oneOfFilter } from '#shared/schemas/fields/paging.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { listActivityRecords } from '#shared/store/activity.ts';

export const listActivity = defineEndpoint({
  method: 'GET',
  path: '/api/account/activity',
  tag: 'Account',
  summary: 'List what was done in the account in the last 400 days, and by whom, newest first',
  description:
    'Commands that changed something, each noted together with its effect; what the service does by itself is not ' +
    'listed. Personal values are left out.',
  role: 'read',
  query: z.object({ action: oneOfFilter(ACTIVITY_ACTIONS, 'campaign.paused'), ...cursorPage }).check(cursorAlone),
  output: z.object({ success, activity: z.array(Activity), ...cursorFields }),
  uses: ['table:read'],
  async handle({ input, caller, now, table }) {
    const { items: activity, ...page } = await listActivityRecords(table, caller.accountId, input, input, now);
    return { success: true as const, activity, ...page };
  },
});
