import { StartError } from '#infra/local/process/start-error.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { AccountRecord } from '#shared/store/accounts.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** Accounts that are read together. */
const ACCOUNTS_PER_PAGE = 100;

/** The table that served since the backup. @throws StartError for one of another release, or with none of its items. */
const openOldTable = async (tableName: string): Promise<TableReader> => {
  const [{ dynamodbTable }, { readSchemaVersion, schemaProblem }] = await Promise.all([
    import('#shared/store/table/dynamodb-table.ts'),
    import('#shared/store/schema-version.ts'),
  ]);
  const table = dynamodbTable({ tableName });
  const problem = schemaProblem(await readSchemaVersion(table));
  if (problem !== null) throw new StartError(`${tableName}, the old table: ${problem}`);
  return table;
};

async function* allAccounts(table: TableReader): AsyncGenerator<AccountRecord> {
  const { readAccounts } = await import('#shared/store/accounts.ts');
  let after: string | undefined;
  do {
    const page = await readAccounts(table, { after, limit: ACCOUNTS_PER_PAGE });
    yield* page.accounts;
    after = page.next ?? undefined;
  } while (after !== undefined);
}

const importEngine = async () => {
  const [optOuts, revocations, suspension, actors, accounts] = await Promise.all([
    import('#shared/engine/do-not-call/carry-opt-outs.ts'),
    import('#shared/engine/account/carry-revocations.ts'),
    import('#shared/engine/account/suspend.ts'),
    import('#shared/domain/account/actor.ts'),
    import('#shared/store/accounts.ts'),
  ]);
  return { ...optOuts, ...revocations, ...suspension, ...actors, ...accounts };
};

type Ports = Needs<'table' | 'clock' | 'sleep'>;
type Engine = Awaited<ReturnType<typeof importEngine>>;

/** What was done again, in the order in which it is told. */
const NOTHING = { suspended: 0, numbers: 0, contacts: 0, keys: 0 };
type Carried = typeof NOTHING;

/** The suspension comes first, so that an account with anything left undone is not dialled for. */
const carryAccount = async (
  engine: Engine,
  ports: Ports,
  from: TableReader,
  account: AccountRecord,
): Promise<Carried> => {
  const { OPERATOR: actor, accountKey, isSuspended } = engine;
  const { account_id: accountId, team_ids } = account;
  const carried = { ...NOTHING };
  const there = await from.get<AccountRecord>(accountKey(accountId));
  if (there && isSuspended(there)) {
    const { hasChanged } = await engine.suspendAccount(ports, accountId, actor);
    carried.suspended = Number(hasChanged);
  }
  for (const teamId of team_ids) {
    const { numbers, contacts } = await engine.carryOptOuts(ports, from, { actor, accountId }, teamId);
    carried.numbers += numbers;
    carried.contacts += contacts;
  }
  carried.keys = await engine.carryRevocations(ports, from, account, actor);
  return carried;
};

/**
 * Does again in a restored table what closed somebody off since its backup, as the old table tells it: whom not to call,
 * keys, suspensions of accounts. Repeating it changes nothing. Answers in words what it did.
 * @throws StartError in words, with the accounts that have to be done again.
 */
export const carryDecisions = async (ports: Ports, oldTableName: string): Promise<string> => {
  const [engine, from] = await Promise.all([importEngine(), openOldTable(oldTableName)]);
  const sums = { ...NOTHING };
  let accounts = 0;
  const failures: string[] = [];
  for await (const account of allAccounts(ports.table)) {
    try {
      const carried = await carryAccount(engine, ports, from, account);
      for (const what of Object.keys(sums) as (keyof Carried)[]) sums[what] += carried[what];
    } catch (error) {
      failures.push(`${account.slug}: ${(error as Error).message}`);
    }
    accounts += 1;
    if (process.stdout.isTTY) process.stdout.write(`\rAccounts compared with ${oldTableName}: ${accounts}`);
  }
  if (process.stdout.isTTY) process.stdout.write('\r');
  if (failures.length > 0)
    throw new StartError(`Not carried over from ${oldTableName}, so run this once more:\n${failures.join('\n')}`);
  return (
    `Done again, as ${oldTableName} has it: numbers suppressed: ${sums.numbers}. Contacts marked: ${sums.contacts}. ` +
    `Keys revoked: ${sums.keys}. Accounts suspended: ${sums.suspended}, of ${accounts}.`
  );
};
