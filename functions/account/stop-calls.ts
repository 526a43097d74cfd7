import * as z from 'zod';
import { awaitAccountQuiet } from '#shared/engine/call/dials-in-flight.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, success, timestamp } from '#shared/schemas/primitives.ts';
import { getAccount, setCallsStopped } from '#shared/store/accounts.ts';

export const stopCalls = defineEndpoint({
  method: 'POST',
  path: '/api/account/stop-calls',
  tag: 'Account',
  summary: 'Stop all outbound calls of the account',
  description: 'No dial of any campaign starts after this answers, until resume-calls. Live calls go on.',
  body: z.object({ accountSlug: accountSlug.optional() }),
  output: z.object({ success, calls_stopped_at: timestamp.nullable() }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write'],
  async handle({ caller, now, table, clock, sleep }) {
    const account = await getAccount(table, caller.accountId);
    const calls_stopped_at = account.calls_stopped_at ?? now.toISOString();
    await setCallsStopped(table, caller.accountId, calls_stopped_at);
    await awaitAccountQuiet({ table, clock, sleep }, caller.accountId);
    return { success: true as const, calls_stopped_at };
  },
});

export const { handler } = stopCalls;
