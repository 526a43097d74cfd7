import { api } from '#functions/dashboard/site/api/client.ts';
import { useObserver } from '#functions/dashboard/site/api/query.ts';
import { LIST_PAGE_ROWS, readAll } from '#functions/dashboard/site/api/read-all.ts';
import { accountSlug } from '#functions/dashboard/site/session/session.ts';
import type { ListedKey } from './key-tree.ts';

const readAllKeys = (): Promise<ListedKey[]> =>
  readAll(async (offset) => {
    const page = await api.listApiKeys({ accountSlug: accountSlug.value, limit: LIST_PAGE_ROWS, offset });
    return { rows: page.api_keys, count: page.count };
  });

/** Every key that the account ever had: who descends from whom shows in all of them only. */
export const useAllKeys = () => useObserver<ListedKey[]>({ queryKey: ['listApiKeys', 'all'], queryFn: readAllKeys });
