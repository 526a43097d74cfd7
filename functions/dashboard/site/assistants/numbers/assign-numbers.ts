import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { accountSlug, session } from '#functions/dashboard/site/session/session.ts';

const replace = async (assistantId: string, phoneNumberIds: string[]): Promise<void> => {
  await api.assignPhoneNumbers({ accountSlug: accountSlug.value, assistantId, phoneNumberIds });
  await refresh('listPhoneNumbers');
};

const assignedIn = async (teamId: string, assistantId: string): Promise<string[]> => {
  const { numbers } = await api.listPhoneNumbers({ teamId });
  return numbers.filter((number) => number.assistant_id === assistantId).map(({ id }) => id);
};

const teamsBut = (teamId: string | null): string[] =>
  (session.value?.teams ?? []).map(({ id }) => id).filter((id) => id !== teamId);

const assignedBut = async (teamId: string | null, assistantId: string): Promise<string[]> =>
  (await Promise.all(teamsBut(teamId).map((id) => assignedIn(id, assistantId)))).flat();

/** Makes these the assistant's numbers of a team. An assignment replaces all, so those of other teams are sent along. */
export const setTeamNumbers = async (
  assistantId: string,
  teamId: string,
  numberIds: readonly string[],
): Promise<void> => replace(assistantId, [...(await assignedBut(teamId, assistantId)), ...numberIds]);

/** Adds a number to those of an assistant. */
export const addNumber = async (assistantId: string, numberId: string): Promise<void> =>
  replace(assistantId, [...(await assignedBut(null, assistantId)), numberId]);
