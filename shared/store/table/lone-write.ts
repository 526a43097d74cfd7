import type { PutOperation, UpdateOperation, WriteOperation } from './table.ts';

/**
 * The operation of a transaction of one that a plain write does as well, at half the price; undefined where it does not.
 * Sent again after a lost reply, a plain write is known by its condition, and must not count anything twice.
 */
export const loneWrite = ([operation, ...others]: WriteOperation[]): PutOperation | UpdateOperation | undefined => {
  if (!operation?.when?.length || others.length > 0) return undefined;
  if ('put' in operation) return operation;
  return 'update' in operation && operation.add === undefined ? operation : undefined;
};
