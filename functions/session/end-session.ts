import * as z from 'zod';
import { endSession as end } from '#shared/engine/account/end-session.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/session',
  tag: 'Session',
  summary: 'Sign out: end the session and drop its cookie',
  description: 'The cookie opens nothing any more, also where it was copied to.',
  role: null,
  auth: 'session',
  output: z.object({ success }),
  errors: [403, 409],
  uses: ['table:write'],
  async handle({ caller, table, now, sessionCookie }) {
    await end(table, caller, now);
    sessionCookie.drop();
    return { success: true as const };
  },
});
