import { activeKey } from '#shared/store/keys.ts';
import type { TableWriter, WriteOperation } from '#shared/store/table/table.ts';

const IN_SWEEP = Object.keys(activeKey(''));

const unlisted = <Attributes extends object>(attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !IN_SWEEP.includes(name))) as Attributes;

const hidden = <Operation extends WriteOperation>(operation: Operation): Operation => {
  if ('put' in operation) return { ...operation, put: unlisted(operation.put) };
  if ('update' in operation && operation.set) return { ...operation, set: unlisted(operation.set) };
  return operation;
};

/** The table as seen by an engine that the running stack's sweep must not help: whatever it begins, it carries on alone. */
export const hiddenFromSweep = (table: TableWriter): TableWriter => ({
  get: (key, reading) => table.get(key, reading),
  getMany: (keys, reading) => table.getMany(keys, reading),
  query: (query) => table.query(query),
  queryStretch: (query) => table.queryStretch(query),
  write: (operation) => table.write(hidden(operation)),
  updateReturningOld: (operation) => table.updateReturningOld(hidden(operation)),
  transact: (operations) => table.transact(operations.map(hidden)),
  backOff: (triesLost) => table.backOff(triesLost),
});
