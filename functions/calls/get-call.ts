import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define-endpoint.ts';
import { Call } from '#shared/schemas/call.ts';
import { id, success } from '#shared/schemas/primitives.ts';
import { toCall } from '#shared/store/calls.ts';

export const getCall = defineEndpoint({
  method: 'GET',
  path: '/api/calls/{id}',
  tag: 'Calls',
  summary: 'Read a call',
  params: z.object({ id: id('call', 'call_3f1c9a') }),
  output: z.object({ success, call: Call }),
  errors: [403, 404],
  loads: { call: 'id' },
  uses: ['table:read'],
  async handle({ call }) {
    return { success: true as const, call: toCall(call) };
  },
});

export const { handler } = getCall;
