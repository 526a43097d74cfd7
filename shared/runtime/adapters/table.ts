import type { Secret } from '#shared/ports/secrets.ts';
import { provide } from '#shared/runtime/build-ports.ts';
import { databaseReplyMaxMs, env } from '#shared/runtime/env.ts';
import { type HashedTable, withHashedLines } from '#shared/store/line/hashed-lines.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

let shared: HashedTable | undefined;
let numberHash: Secret | undefined;

/** Lets functions look up phone numbers. Those that do not declare it fail instead of writing a plain number. */
export const useNumberHash = (secret: Secret): void => {
  numberHash = secret;
};

/** @throws Error where the function does not declare `lines`, or the key is not set. */
export const readNumberHash = async (): Promise<string> => {
  if (!numberHash) throw new Error('This function looks up a phone number, which it does not declare by `lines`.');
  const secret = await numberHash();
  if (secret === undefined) throw new Error('NUMBER_HASH_KEY is not set, and without it no phone number is found.');
  return secret;
};

const withLines = (table: TableWriter): HashedTable => withHashedLines(table, readNumberHash);

export const hashedTable = (): HashedTable => {
  shared ??= withLines(dynamodbTable({ tableName: env.tableName, replyMaxMs: databaseReplyMaxMs() }));
  return shared;
};

/** Gives the functions another table; the laptop's has its own way to the database. */
export const useTable = (table: TableWriter): void => {
  shared = withLines(table);
};

provide('table:read', () => ({ table: hashedTable() }));
provide('table:write', () => ({ table: hashedTable() }));
