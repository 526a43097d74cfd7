import type { TableWriter } from '#shared/store/table/table.ts';
import { testTable } from './table.ts';

/** The running stack's table, for a function that dies at its n-th write, before or after it is done. */
export const dyingAt = (nth: number, moment: 'before' | 'after'): { table: TableWriter; hasDied(): boolean } => {
  const table = testTable();
  let writes = 0;
  const die = () => new Error('The function dies.');
  const mortal = async <Answer>(write: () => Promise<Answer>): Promise<Answer> => {
    writes += 1;
    if (writes > nth) throw die();
    if (writes < nth) return write();
    if (moment === 'after') await write();
    throw die();
  };
  return {
    hasDied: () => writes >= nth,
    table: {
      get: (key, reading) => table.get(key, reading),
      getMany: (keys, reading) => table.getMany(keys, reading),
      query: (query) => table.query(query),
      queryStretch: (query) => table.queryStretch(query),
      write: (operation) => mortal(() => table.write(operation)),
      updateReturningOld: (operation) => mortal(() => table.updateReturningOld(operation)),
      transact: (operations) => mortal(() => table.transact(operations)),
      backOff: (tries) => table.backOff(tries),
    },
  };
};
