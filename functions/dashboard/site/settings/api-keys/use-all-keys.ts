import { api } from '#functions/dashboard/site/api/client.ts';
import { useObserver } from '#functions/dashboard/site/api/query.ts';
import { accountSlug } from '#functions/dashboard/site/session/session.ts';
import type { ListedKey } from './key-tree.ts';

const PAGE_ROWS = 200;

const readAllKeys = async (): Promise<ListedKey[]> => {
  const keys: ListedKey[] = [];
  for (let count = 1; keys.length < count; ) {
    const page = await api.listApiKeys({ accountSlug: accountSlug.value, limit: PAGE_ROWS, offset: keys.length });
    if (page.api_keys.length === 0) break;
    keys.push(...page.api_keys);
    count = page.count;
  }
  return keys;
};

/** Every key that the account ever had: who descends from whom shows in all of them only. */
export const useAllKeys = () => useObserver<ListedKey[]>({ queryKey: ['listApiKeys', 'all'], queryFn: readAllKeys });
