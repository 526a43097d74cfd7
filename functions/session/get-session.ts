import { sessionView } from '#shared/engine/account/session-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { SessionAnswer } from '#shared/schemas/session.ts';

export const getSession = defineEndpoint({
  method: 'GET',
  path: '/api/session',
  tag: 'Session',
  summary: 'Get the session of the cookie, with its account and teams',
  role: null,
  auth: 'session',
  output: SessionAnswer,
  uses: ['table:read'],
  async handle({ caller, table }) {
    return { success: true as const, ...(await sessionView(table, caller)) };
  },
});
