import type { Key } from '#shared/store/table/table.ts';
import { keyOf } from './memory-table.ts';
import type { Store } from './store.ts';

/** Reports a write's items at the instant at which all of them have changed. */
export const watchedStore = (store: Store, wrote: (keys: Key[]) => void): Store => ({
  ...store,
  write: async (operation) => {
    await store.write(operation);
    wrote([keyOf(operation)]);
  },
  transact: async (operations) => {
    await store.transact(operations);
    wrote(operations.map(keyOf));
  },
});
