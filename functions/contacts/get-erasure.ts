import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Erasure } from '#shared/schemas/erasure.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';

export const getErasure = defineEndpoint({
  method: 'GET',
  path: '/api/crm/erasures/{id}',
  tag: 'Contacts',
  summary: 'See how far an erasure is',
  role: 'read',
  params: z.object({ id: id('erasure', 'ers_01JNB4Q8Z6W2') }),
  query: z.object({ teamId: id('team', 'team_01JNB4Q8Z6W2') }),
  output: z.object({ success, erasure: Erasure }),
  errors: [403, 404],
  loads: { team: 'teamId', erasure: 'id' },
  uses: ['table:read'],
  async handle({ erasure }) {
    return { success: true as const, erasure };
  },
});
