import { provide } from '#shared/runtime/build-ports.ts';
import { databaseReplyMaxMs, env } from '#shared/runtime/env.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

let shared: TableWriter | undefined;

const table = (): TableWriter => {
  shared ??= dynamodbTable({ tableName: env.tableName, replyMaxMs: databaseReplyMaxMs() });
  return shared;
};

provide('table:read', () => ({ table: table() }));
provide('table:write', () => ({ table: table() }));
