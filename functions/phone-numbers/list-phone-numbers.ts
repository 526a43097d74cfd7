import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { PhoneNumber } from '#shared/schemas/phone-number.ts';
import { id, success } from '#shared/schemas/primitives.ts';
import { getAssistants } from '#shared/store/assistants.ts';
import { listAccountNumbers, type ShownNumber } from '#shared/store/phone-numbers.ts';
import type { TableReader } from '#shared/store/table/table.ts';

const withAssistantNames = async (table: TableReader, numbers: ShownNumber[]) => {
  const ids = [...new Set(numbers.map(({ assistant_id }) => assistant_id))].filter((each) => each !== null);
  const assistants = await getAssistants(table, ids);
  const names = new Map(assistants.map((assistant) => [assistant?.id, assistant?.name]));
  return numbers.map((number) => ({ ...number, assistant_name: names.get(number.assistant_id ?? undefined) ?? null }));
};

export const listPhoneNumbers = defineEndpoint({
  method: 'GET',
  path: '/api/phone-numbers/purchase',
  tag: 'Phone numbers',
  summary: "List the team's phone numbers, newest first",
  description:
    'Released numbers stay in the list. `count` covers the whole account, not only the team, and leaves released ' +
    'numbers out.',
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
    const onAccount = await listAccountNumbers(table, caller.accountId);
    const ofTeam = onAccount.filter(({ team_id }) => team_id === input.teamId);
    const held = onAccount.filter(({ status }) => status !== 'released');
    return { success: true as const, numbers: await withAssistantNames(table, ofTeam), count: held.length };
  },
});
