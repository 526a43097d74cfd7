import { dynamodbTable } from '#shared/store/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table.ts';
import { provide } from '../build-ports.ts';
import { env } from '../env.ts';

let shared: TableWriter | undefined;

const table = (): TableWriter => {
  shared ??= dynamodbTable({ tableName: env.tableName });
  return shared;
};

provide('table:read', () => ({ table: table() }));
provide('table:write', () => ({ table: table() }));
