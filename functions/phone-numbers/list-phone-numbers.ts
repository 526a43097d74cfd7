import * as z from 'zod';
import { listNumbers } from '#shared/engine/phone-number/list-numbers.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';
import { PhoneNumber } from '#shared/schemas/phone-number.ts';

export const listPhoneNumbers = defineEndpoint({
  method: 'GET',
  path: '/api/phone-numbers/purchase',
  tag: 'Phone numbers',
  summary: "List the team's phone numbers, newest first",
  description:
    'Released numbers stay in the list. `count` covers the whole account, not only the team, and leaves released ' +
    'numbers out.',
  role: 'read',
  query: z.object({ teamId: id('team', 'team_01JNB4Q8Z6W2') }),
  output: z.object({
    success,
    numbers: z.array(PhoneNumber),
    count: z.int().meta({ description: 'Active and releasing numbers of the account.', examples: [1] }),
  }),
  errors: [403, 404],
  loads: { team: 'teamId' },
  uses: ['table:read'],
  async handle({ input, caller, table }) {
    return { success: true as const, ...(await listNumbers(table, caller.accountId, input.teamId)) };
  },
});
