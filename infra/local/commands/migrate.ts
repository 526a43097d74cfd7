import { settings, useLocalAws, useRegion } from '#infra/local/process/environment.ts';
import { readFlags } from '#infra/local/process/read-flags.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { assertOneTable, TABLE_FLAGS, TABLE_WORDS } from './meant-table.ts';

/**
 * `npm run migrate`: carries a table of an earlier release over to this one. Nothing may serve from it meanwhile
 * (infra/README.md, "Upgrade").
 */

const USAGE = `npm run migrate -- ${TABLE_WORDS} [--dry-run]`;

const OPTIONS = { ...TABLE_FLAGS, 'dry-run': { type: 'boolean', default: false } } as const;

const parse = () => readFlags({ options: OPTIONS }, `\nUsage: ${USAGE}`).values;

interface Target {
  tableName: string;
  /** Keeps a key of number hashes that was made for a table which had none. */
  keepKey(): void;
  release(): Promise<void>;
}

/** The state of a laptop, which nobody else may hold meanwhile. */
const openLaptop = async (): Promise<Target> => {
  const [numberHash, { openStateDirectory }, { startDynamodb }, { LOCAL_TABLE_NAME, useNumberHashKey }, local] =
    await Promise.all([
      import('#infra/local/process/number-hash.ts'),
      import('#infra/local/process/state-directory.ts'),
      import('#infra/local/database/dynamodb.ts'),
      import('#infra/local/process/environment.ts'),
      import('#infra/local/process/local-aws.ts'),
    ]);
  const stateDir = settings.stateDir();
  const state = await openStateDirectory(stateDir);
  const database = await startDynamodb({
    stateDir,
    tableName: LOCAL_TABLE_NAME,
    endpoint: settings.dynamodbEndpoint(),
    onPid: (pid) => state.note({ dynoxide_pid: pid }),
    onDeath: (message) => {
      throw new StartError(message);
    },
  }).catch((error) => {
    state.release();
    throw error;
  });
  useLocalAws(database.url, LOCAL_TABLE_NAME, local.LOCAL_CREDENTIALS.secretAccessKey);
  // The release before number hashes has left no key.
  const found = numberHash.findNumberHash(stateDir);
  if (found.key !== undefined) useNumberHashKey(found.key);
  const keepKey = (): void => {
    if (found.is === 'new') numberHash.keepNumberHash(stateDir, found.key);
  };
  const release = async (): Promise<void> => {
    await database.stop();
    state.release();
  };
  return { tableName: LOCAL_TABLE_NAME, keepKey, release };
};

const openTable = (tableName: string, region: string | undefined): Target => {
  if (region) useRegion(region);
  if (!settings.isNumberHashGiven()) {
    throw new StartError(
      "Set NUMBER_HASH_KEY_ID to the stack's secret NumberHashKey: without it the phone numbers in the table cannot be carried over.",
    );
  }
  return { tableName, keepKey: () => undefined, release: async () => undefined };
};

const openTarget = async ({ laptop, table, region }: ReturnType<typeof parse>): Promise<Target> => {
  assertOneTable({ laptop, table }, USAGE);
  return table === undefined ? openLaptop() : openTable(table, region);
};

const wordsOf = (counts: Record<string, number>): string[] =>
  Object.entries(counts).map(([what, count]) => `  ${count} ${what}`);

const run = async ({ tableName, keepKey }: Target, isDry: boolean): Promise<void> => {
  const [
    { countMigration, migrateTable, MigrationRefused },
    { dynamodbTable },
    { dynamodbWalk },
    { hashWith },
    { fingerprintOf },
    secrets,
  ] = await Promise.all([
    import('#shared/store/migrations/migrate-table.ts'),
    import('#shared/store/table/dynamodb-table.ts'),
    import('#shared/store/table/walk-table.ts'),
    import('#shared/store/line/hashed-lines.ts'),
    import('#shared/store/line/number-hash-key.ts'),
    import('#shared/runtime/clients/secret-reader.ts'),
  ]);
  const key = await secrets.secretReader('numberHash')();
  if (!key)
    throw new StartError(
      'The key of number hashes is empty, so the phone numbers in the table cannot be carried over.',
    );
  const progress = (lookedAt: number): void => {
    if (process.stdout.isTTY) process.stdout.write(`\rItems looked at: ${lookedAt} `);
  };
  const migrate = isDry ? countMigration : migrateTable;
  const reports = await migrate({
    table: dynamodbTable({ tableName }),
    walk: dynamodbWalk({ tableName }),
    hash: hashWith(key),
    fingerprint: fingerprintOf(key),
    onBegin: keepKey,
    clock: () => new Date(),
    onProgress: progress,
  }).catch((error) => {
    throw error instanceof MigrationRefused ? new StartError(error.message) : error;
  });
  if (reports.length === 0)
    console.log(`The table ${tableName} has this release's schema version. Nothing is to be done.`);
  for (const { from, to, counts } of reports) {
    const did = isDry ? 'would be carried over' : 'is carried over';
    console.log([`The table ${tableName} ${did} from schema version ${from} to ${to}:`, ...wordsOf(counts)].join('\n'));
  }
};

const main = async (): Promise<void> => {
  const request = parse();
  const target = await openTarget(request);
  try {
    await run(target, request['dry-run']);
  } finally {
    await target.release();
  }
};

main().catch((error: Error) => {
  const isExplained = error instanceof StartError;
  console.error(
    isExplained ? error.message : `Not carried over: ${error.message || error.name}. Run it again to go on.`,
  );
  process.exit(1);
});
