import { conflict } from '#shared/domain/errors.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { type AssistantRecord, deleteAssistantRecord } from '#shared/store/assistants.ts';
import { findCampaignUsing } from '#shared/store/campaign/campaign-lists.ts';
import { assignNumbers } from '#shared/store/phone-numbers.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { numbersOf } from './assign-numbers.ts';

/** Unassigns its numbers too. @throws Refusal 404 when it was already deleted, 409 while a campaign uses it. */
export const deleteAssistant = async (table: TableWriter, assistant: AssistantRecord, now: Date): Promise<void> => {
  const { team_ids } = await getAccount(table, assistant.account_id);
  const campaign = await findCampaignUsing(table, team_ids, assistant.id);
  if (campaign) {
    const { id, status } = campaign;
    throw conflict(`The campaign "${id}" is ${status} and uses this assistant; pause or cancel it first.`);
  }
  await retryingLostRaces(table, async () => {
    const assigned = await numbersOf(table, assistant);
    await table.transact([deleteAssistantRecord(assistant.id, now), ...assignNumbers(assistant.id, assigned, [])]);
  });
};
