import * as z from 'zod';
import { scheduleProblem } from '#shared/domain/call/single-call.ts';
import { createCall as create } from '#shared/engine/call/single/create-call.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Call, CreateCallBody } from '#shared/schemas/call.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

export const createCall = defineEndpoint({
  method: 'POST',
  path: '/api/calls',
  tag: 'Calls',
  summary: 'Call somebody, at once or at a time',
  description:
    'Exactly one of `contactId` and `toNumber` is required. Without `scheduledAt` the callee is dialled right away, or the answer is a 409 that names the rule which forbids ' +
    'it; such a 409 is not kept under an `Idempotency-Key`. With `scheduledAt` the call is judged when its time comes, ' +
    'and waits up to 24 hours for what waiting cures. A `toNumber` that a contact of the team has is that contact.',
  role: 'operate',
  body: CreateCallBody,
  bodyRules: { scheduledAt: scheduleProblem },
  output: z.object({ success, call: Call }),
  errors: [403, 404, 409],
  loads: { team: 'teamId', assistant: 'assistantId', contact: 'contactId', phoneNumber: 'fromNumberId' },
  uses: [
    'table:write',
    'lines',
    'dialQueue:send',
    'callSchedules:write',
    'numberingPlan',
    'transcription',
    'dialLimits',
  ],
  async handle({ input, caller, assistant, contact, phoneNumber: fromNumber, now, newId, commit, ...ports }) {
    const { teamId, toNumber, scheduledAt = null, variables = {} } = input;
    const order = { id: newId('call'), accountId: caller.accountId, teamId, toNumber, scheduledAt, variables };
    ports.log.about({ call_id: order.id });
    return create(
      { ...ports, commit: (operations, call) => commit(operations, { success: true as const, call }) },
      { ...order, assistant, contact, fromNumber },
      now,
    );
  },
});
