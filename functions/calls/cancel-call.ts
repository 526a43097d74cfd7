import * as z from 'zod';
import { unendedCallView } from '#shared/engine/call/call-view.ts';
import { cancelCall as cancel } from '#shared/engine/campaign/cancel-call.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Call } from '#shared/schemas/call.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';

export const cancelCall = defineEndpoint({
  method: 'POST',
  path: '/api/calls/{id}/cancel',
  tag: 'Calls',
  summary: 'Cancel a call, or hang it up',
  description:
    'A scheduled or queued call becomes `cancelled` and is not dialled. A live one is hung up, and ends by the ' +
    "carrier's report. The contact of a campaign's call becomes `cancelled` in its campaign.",
  role: 'operate',
  params: z.object({ id: id('call', 'call_3f1c9a') }),
  output: z.object({ success, call: Call }),
  errors: [403, 404, 409],
  loads: { call: 'id' },
  uses: ['table:write', 'lines', 'campaignQueue:send', 'webhookQueue:send', 'telephony'],
  async handle({ call, ...ports }) {
    return { success: true as const, call: await unendedCallView(ports.table, await cancel(ports, call.id)) };
  },
});
