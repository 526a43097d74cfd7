import { provide } from '#shared/runtime/build-ports.ts';
import { databaseReplyMaxMs, env } from '#shared/runtime/env.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

let shared: TableWriter | undefined;

const table = (): TableWriter => {
  shared ??= dynamodbTable({ tableName: env.tableName, replyMaxMs: databaseReplyMaxMs() });
  return shared;
};

/** Gives the functions another table; the laptop's has its own way to the database. */
export const useTable = (table: TableWriter): void => {
  shared = table;
};

provide('table:read', () => ({ table: table() }));
provide('table:write', () => ({ table: table() }));
