import * as z from 'zod';
import { stopCalls as stop } from '#shared/engine/account/stop-calls.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, success, timestamp } from '#shared/schemas/fields/primitives.ts';

export const stopCalls = defineEndpoint({
  method: 'POST',
  path: '/api/account/stop-calls',
  tag: 'Account',
  summary: 'Stop all outbound calls of the account',
  description: 'After the response no campaign dials until resume-calls. Live calls continue.',
  role: 'operate',
  body: z.object({ accountSlug: accountSlug.optional() }),
  output: z.object({ success, calls_stopped_at: timestamp.nullable() }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write'],
  async handle({ caller, ...ports }) {
    return { success: true as const, calls_stopped_at: await stop(ports, caller) };
  },
});
