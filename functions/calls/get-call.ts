import * as z from 'zod';
import { callView } from '#shared/engine/call/call-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Call } from '#shared/schemas/call.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';

export const getCall = defineEndpoint({
  method: 'GET',
  path: '/api/calls/{id}',
  tag: 'Calls',
  summary: 'Read a call',
  role: 'read',
  params: z.object({ id: id('call', 'call_3f1c9a') }),
  output: z.object({ success, call: Call }),
  errors: [403, 404],
  loads: { call: 'id' },
  uses: ['table:read', 'recordings:link'],
  async handle({ call, table, recordingLinks }) {
    return { success: true as const, call: await callView({ table, recordingLinks }, call) };
  },
});
