import * as z from 'zod';
import { readDialing } from '#shared/engine/account/dialing.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Dialing } from '#shared/schemas/dialing.ts';
import { accountSlug, success } from '#shared/schemas/fields/primitives.ts';

export const getDialingSettings = defineEndpoint({
  method: 'GET',
  path: '/api/settings/dialing',
  role: 'read',
  tag: 'Settings',
  summary: 'Get where, when and how much the account may dial',
  query: z.object({ accountSlug }),
  output: z.object({ success, dialing: Dialing }),
  errors: [403, 404],
  loads: { account: 'accountSlug' },
  uses: ['table:read', 'dialLimits'],
  async handle({ caller, ...ports }) {
    return { success: true as const, dialing: await readDialing(ports, caller.accountId) };
  },
});
