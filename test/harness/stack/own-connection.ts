import { randomUUID } from 'node:crypto';
import type { Key, TableWriter, WriteOperation } from '#shared/store/table/table.ts';

/**
 * The table as seen by an engine with a carrier connection of its own. Whoever shares the connection shares its limits
 * and pauses, and other suites must not wait for those of a test that provokes them.
 */
export const withOwnConnection = (table: TableWriter): TableWriter => {
  const name = randomUUID();
  const partitionOf = (pk: string): string => (pk.startsWith('CONNECTION') ? `${pk}@${name}` : pk);
  const own = <K extends Key>(key: K): K => ({ ...key, pk: partitionOf(key.pk) });
  const owned = <Operation extends WriteOperation>(operation: Operation): Operation => {
    if ('put' in operation) return { ...operation, put: own(operation.put) };
    if ('update' in operation) return { ...operation, update: own(operation.update) };
    if ('delete' in operation) return { ...operation, delete: own(operation.delete) };
    return { ...operation, check: own(operation.check) };
  };
  return {
    get: (key, reading) => table.get(own(key), reading),
    getMany: (keys, reading) => table.getMany(keys.map(own), reading),
    query: (query) => table.query({ ...query, partition: partitionOf(query.partition) }),
    queryStretch: (query) => table.queryStretch({ ...query, partition: partitionOf(query.partition) }),
    write: (operation) => table.write(owned(operation)),
    updateReturningOld: (operation) => table.updateReturningOld(owned(operation)),
    transact: (operations) => table.transact(operations.map(owned)),
    backOff: (triesLost) => table.backOff(triesLost),
  };
};
