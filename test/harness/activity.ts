import type { InputOf, OutputOf } from '#shared/client/client.ts';
import type { TestAccount } from './given/account.ts';

export type Activity = OutputOf<'listActivity'>['activity'][number];

/** What was done in an account, newest first. */
export const activityOf = async (
  { api }: Pick<TestAccount, 'api'>,
  filter: InputOf<'listActivity'> = {},
): Promise<Activity[]> => (await api.listActivity({ limit: 200, ...filter })).activity;

/** The actions that were noted while something was done, oldest first, after those that were noted before. */
export const actionsDuring = async (account: TestAccount, work: () => Promise<unknown>): Promise<string[]> => {
  const before = await activityOf(account);
  await work();
  const known = new Set(before.map(({ id }) => id));
  const noted = (await activityOf(account)).filter(({ id }) => !known.has(id));
  return noted.map(({ action }) => action).reverse();
};
