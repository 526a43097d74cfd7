import { backoffMs } from '#shared/store/table/backoff.ts';
import { retryingConflicts } from '#shared/store/table/conflicts.ts';
import { batchGetRequest, getRequest, queryRequest } from '#shared/store/table/dynamodb-requests.ts';
import type { Key, TableWriter, WriteOperation } from '#shared/store/table/table.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Machine } from '#test/simulation/kernel/machine.ts';
import { keyOf } from '#test/simulation/store/memory-table.ts';
import type { Store } from '#test/simulation/store/store.ts';

/** The requests that the product would send to DynamoDB are built under this name, to see what they ask for. */
const TABLE = 'table';
/** How far a read lags that does not ask to be consistent. */
const LAG_MS = { least: 5, most: 1500 };
/** How far a global index lags at most: mostly a moment, now and then for long. */
const INDEX_LAG_MS = { usual: 300, most: 20_000 };
/** Entries of a stretch at most: few, so that even a short list takes several. */
const STRETCH_MAX = 3;
/** Share of index reads that are up to date. */
const UP_TO_DATE_SHARE = 0.4;

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** An activity's id is drawn at random: nothing depends on it, and a world's course must follow from its seed. */
const putName = (item: Key): string => (item.sk === 'ACTIVITY' ? item.sk : nameOf(item));

const wordsOf = (operation: WriteOperation): string => {
  if ('put' in operation) return `put ${putName(operation.put)}`;
  if ('update' in operation) {
    const { update, set, add } = operation;
    return `update ${nameOf(update)} ${JSON.stringify({ ...set, ...(add && { add }) })}`;
  }
  return 'delete' in operation ? `delete ${nameOf(operation.delete)}` : `check ${nameOf(operation.check)}`;
};

/** The lag of a read, milliseconds; none where the built request asks to be consistent. */
const lagsOf = ({ kernel, faults }: Machine) => ({
  ofRead(isConsistent: boolean | undefined): number {
    if (isConsistent) return 0;
    faults.count('staleRead');
    return kernel.random.between(LAG_MS.least, LAG_MS.most);
  },
  ofIndex(): number {
    if (faults.happens('staleIndex')) return kernel.random.between(INDEX_LAG_MS.usual, INDEX_LAG_MS.most);
    return kernel.random.chance(UP_TO_DATE_SHARE) ? 0 : kernel.random.between(1, INDEX_LAG_MS.usual);
  },
});

/** The table's port: the product's own requests and retries, in virtual time, over the simulated store. */
export const tableOf = (
  { store, machine }: { store: Store; machine: Machine },
  invocation: Invocation,
): TableWriter => {
  const lags = lagsOf(machine);
  const backOff = (triesLost: number): Promise<void> =>
    invocation.sleep(backoffMs(triesLost, machine.kernel.random.unit()));
  const write = <T>(operations: WriteOperation[], isTransaction: boolean, perform: () => Promise<T>): Promise<T> => {
    const words = operations.map(wordsOf).join('; ');
    const items = operations.map((operation) => nameOf(keyOf(operation)));
    const underWay = { items, isTransaction };
    return retryingConflicts(
      () => invocation.write(isTransaction ? `transact ${words}` : words, { ...underWay }, perform),
      backOff,
    );
  };
  return {
    get: (key, reading) =>
      invocation.operation(`get ${nameOf(key)}`, 'read', () => {
        machine.hasRead(invocation.name, [key]);
        return store.get(key, lags.ofRead(getRequest(TABLE, key, reading).ConsistentRead));
      }),
    getMany: (keys, reading) =>
      invocation.operation(`getMany ${keys.map(({ pk }) => pk).join(' ')}`, 'read', () => {
        machine.hasRead(invocation.name, keys);
        if (reading?.fields) throw new Error('No worker of the simulated worlds reads parts of many items.');
        return store.getMany(
          keys,
          lags.ofRead(batchGetRequest(TABLE, keys, reading).RequestItems[TABLE]?.ConsistentRead),
        );
      }),
    query: (query) =>
      invocation.operation(`query ${query.partition} ${query.index ?? ''}`, 'read', () => {
        const { ConsistentRead, IndexName } = queryRequest(TABLE, query, 0);
        const isIndex = IndexName !== undefined && !ConsistentRead;
        return store.query(query, isIndex ? lags.ofIndex() : lags.ofRead(ConsistentRead));
      }),
    queryStretch: (query) =>
      invocation.operation(`stretch of ${query.partition} ${query.index ?? ''}`, 'read', () => {
        const { ConsistentRead } = queryRequest(TABLE, query, 0);
        const lookAtMax = Math.min(query.lookAtMax, STRETCH_MAX);
        return store.queryStretch({ ...query, lookAtMax }, ConsistentRead ? 0 : lags.ofIndex());
      }),
    write: (operation) => write([operation], false, () => store.write(operation)),
    updateReturningOld: (operation) => write([operation], false, () => store.updateReturningOld(operation)),
    transact: (operations) => write(operations, true, () => store.transact(operations)),
    backOff,
  };
};
