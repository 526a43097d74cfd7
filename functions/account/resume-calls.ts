import * as z from 'zod';
import { resumeCalls as resume } from '#shared/engine/account/stop-calls.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, success, timestamp } from '#shared/schemas/fields/primitives.ts';

export const resumeCalls = defineEndpoint({
  method: 'POST',
  path: '/api/account/resume-calls',
  tag: 'Account',
  summary: 'Let the account place calls again',
  description: 'Running campaigns continue by themselves.',
  role: 'full',
  body: z.object({ accountSlug: accountSlug.optional() }),
  output: z.object({ success, calls_stopped_at: timestamp.nullable() }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write', 'campaignQueue:send', 'dialQueue:send'],
  async handle({ caller, ...ports }) {
    await resume(ports, caller);
    return { success: true as const, calls_stopped_at: null };
  },
});
