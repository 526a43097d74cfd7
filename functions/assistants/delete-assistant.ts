import * as z from 'zod';
import { conflict } from '#shared/domain/errors.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { id, success } from '#shared/schemas/primitives.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { deleteAssistantRecord } from '#shared/store/assistants.ts';
import { findCampaignUsing } from '#shared/store/campaign-lists.ts';
import { assignNumbers, listAccountNumbers } from '#shared/store/phone-numbers.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';

export const deleteAssistant = defineEndpoint({
  method: 'DELETE',
  path: '/api/assistants/{assistantId}',
  tag: 'Assistants',
  summary: 'Delete an assistant softly',
  description: 'Refused while a campaign that is running or scheduled uses it. Its phone numbers become unassigned.',
  params: z.object({ assistantId: id('assistant', 'asst_01JNB4Q8Z6W2') }),
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { assistant: 'assistantId' },
  uses: ['table:write'],
  async handle({ assistant, caller, now, table }) {
    const { team_ids } = await getAccount(table, caller.accountId);
    const user = await findCampaignUsing(table, team_ids, assistant.id);
    if (user)
      throw conflict(`The campaign "${user.id}" is ${user.status} and uses this assistant; pause or cancel it first.`);
    await retryingLostRaces(async () => {
      const numbers = await listAccountNumbers(table, caller.accountId);
      const assigned = numbers.filter(({ assistant_id }) => assistant_id === assistant.id);
      await table.transact([deleteAssistantRecord(assistant.id, now), ...assignNumbers(assistant.id, assigned, [])]);
    });
    return { success: true as const };
  },
});

export const { handler } = deleteAssistant;
