import { checkSchema } from '#infra/local/database/schema-check.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { withHashedLines } from '#shared/store/line/hashed-lines.ts';
import { readSchemaVersion, schemaProblem } from '#shared/store/schema-version.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import type { Target } from './target.ts';

/** Nothing of an operator's looks a phone number up, so the key of their hashes need not be at hand. */
const noLines = async (): Promise<string> => {
  throw new Error('An operator command looks up a phone number, and has no key for it.');
};

const remedyFor = (tableName: string): string =>
  `Run this command from the release that serves the table ${tableName}.`;

/**
 * The table of the deployment, after a look at its version. `mayMark`: the command begins a new table, and marks it unless
 * it is a dry run.
 * @throws StartError for a table of another release, or one in which nothing was ever created.
 */
export const openTable = async (
  { tableName, words }: Target,
  { mayMark = false, isDryRun = false }: { mayMark?: boolean; isDryRun?: boolean } = {},
): Promise<TableWriter> => {
  const table = withHashedLines(dynamodbTable({ tableName }), noLines);
  if (mayMark && !isDryRun) {
    await checkSchema(tableName, remedyFor(tableName));
    return table;
  }
  const found = await readSchemaVersion(table);
  const problem = schemaProblem(found);
  if (problem === null || (found === null && mayMark)) return table;
  const isNew = found === null ? ' If nothing was ever created in it, begin with "tenants create".' : '';
  throw new StartError(`In ${words}: ${problem} ${remedyFor(tableName)}${isNew}`);
};
