import type { Key, TableWriter } from '#shared/store/table/table.ts';
import { testTable } from './table.ts';

/** The running stack's table. `happen` runs right after the first reading of an item. */
export const tableAfterReading = ({ pk, sk }: Key, happen: () => Promise<unknown>): TableWriter => {
  const table = testTable();
  let happened: Promise<unknown> | undefined;
  return {
    ...tableBeforeWrite(async () => undefined),
    get: async (key) => {
      const found = await table.get(key);
      if (key.pk === pk && key.sk === sk) {
        happened ??= happen();
        await happened;
      }
      return found as never;
    },
  };
};

/** The running stack's table. `happen` runs just before its first write, which fails if `happen` fails. */
export const tableBeforeWrite = (happen: () => Promise<unknown>): TableWriter => {
  const table = testTable();
  let happened: Promise<unknown> | undefined;
  const first = (): Promise<unknown> => {
    happened ??= happen();
    return happened;
  };
  return {
    get: (key, reading) => table.get(key, reading),
    getMany: (keys, reading) => table.getMany(keys, reading),
    query: (query) => table.query(query),
    queryStretch: (query) => table.queryStretch(query),
    write: (operation) => first().then(() => table.write(operation)),
    updateReturningOld: (operation) => first().then(() => table.updateReturningOld(operation)),
    transact: (operations) => first().then(() => table.transact(operations)),
    backOff: (triesLost) => table.backOff(triesLost),
  };
};
