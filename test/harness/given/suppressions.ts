import type { CallOptions, InputOf } from '#shared/client/client.ts';
import type { Suppression } from '#shared/schemas/suppression.ts';
import type { TestAccount } from './account.ts';

type Own = Pick<TestAccount, 'api' | 'teamId'>;

/** Suppresses a number; answers what is shown of it. */
export const suppress = async (
  { api, teamId }: Own,
  phone: string,
  note?: string,
  options?: CallOptions,
): Promise<Suppression> => (await api.addSuppression({ teamId, phone, note }, options)).suppression;

export const importNumbers = ({ api, teamId }: Own, numbers: unknown[], options?: CallOptions) =>
  api.bulkAddSuppressions({ teamId, numbers }, options);

export const unsuppress = ({ api, teamId }: Own, phone: string) => api.removeSuppression({ teamId, phone });

export const listSuppressions = (
  { api, teamId }: Own,
  filter: Partial<InputOf<'listSuppressions'>> = {},
): ReturnType<Own['api']['listSuppressions']> => api.listSuppressions({ teamId, ...filter });

/** What the list shows of a number; undefined if it is not suppressed. */
export const shownOf = async (own: Own, phone: string): Promise<Suppression | undefined> =>
  (await listSuppressions(own, { search: phone })).suppressions.find((each) => each.phone === phone);
