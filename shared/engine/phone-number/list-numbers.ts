import { getAssistants } from '#shared/store/assistants.ts';
import { listAccountNumbers } from '#shared/store/phone-numbers.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** A team's numbers with the names of their assistants; `count` is of the numbers that the whole account holds. */
export const listNumbers = async (table: TableReader, accountId: string, teamId: string) => {
  const onAccount = await listAccountNumbers(table, accountId);
  const ofTeam = onAccount.filter(({ team_id }) => team_id === teamId);
  const ids = [...new Set(ofTeam.map(({ assistant_id }) => assistant_id))].filter((id) => id !== null);
  const names = new Map((await getAssistants(table, ids)).map((assistant) => [assistant?.id, assistant?.name]));
  const nameOf = (id: string | null) => names.get(id ?? undefined) ?? null;
  return {
    numbers: ofTeam.map((number) => ({ ...number, assistant_name: nameOf(number.assistant_id) })),
    count: onAccount.filter(({ status }) => status !== 'released').length,
  };
};
