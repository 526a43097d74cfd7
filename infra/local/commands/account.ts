import { settings } from '#infra/local/process/environment.ts';
import { readFlags } from '#infra/local/process/read-flags.ts';
import { findRunningService } from '#infra/local/process/service-file.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { explain } from '#infra/operate/explain.ts';
import { openTable } from '#infra/operate/open-table.ts';
import { findTarget, TARGET_OPTIONS, TARGET_WORDS, type Target, type TargetChoice } from '#infra/operate/target.ts';
import { createTenant, readNewTenant } from '#infra/operate/tenants/new-tenant.ts';
import { PLANS } from '#shared/domain/billing/allowance.ts';

/** `npm run account -- create …`: creates an account here or in AWS and prints how to use it. */

const USAGE =
  `npm run account -- create --slug <slug> --name "<name>" --email <email> [--plan ${PLANS.join('|')}] [--base-url <url>]\n` +
  `  and, where the service that runs here is not meant, exactly one of\n${TARGET_WORDS}`;

const OPTIONS = {
  ...TARGET_OPTIONS,
  slug: { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  plan: { type: 'string' },
  'base-url': { type: 'string' },
} as const;

const parse = () => readFlags({ options: OPTIONS, allowPositionals: true }, `\nUsage: ${USAGE}`);

/** Without a flag: the service that runs here, or the one in the environment; never one of them by accident. */
const choiceWithoutFlag = (): TargetChoice => {
  const stateDir = settings.stateDir();
  const isRunning = findRunningService(stateDir) !== undefined;
  const tableName = settings.tableName();
  if (isRunning && tableName !== undefined) {
    throw new StartError(
      `A service is running on ${stateDir}, and TABLE_NAME names the table ${tableName}: say which of them gets the ` +
        `account, by --laptop or --table ${tableName}.`,
    );
  }
  if (isRunning) return { laptop: true };
  if (tableName !== undefined) return { table: tableName };
  throw new StartError(
    `No service is running on ${stateDir}. Start it with "npm start" in another terminal, or name a deployed one by ` +
      '--stack <name> or --table <name>.',
  );
};

const choiceOf = ({ laptop, table, stage, stack, region }: TargetChoice): TargetChoice => {
  const isChosen = laptop || [table, stage, stack].some((name) => name !== undefined);
  return isChosen ? { laptop, table, stage, stack, region } : { ...choiceWithoutFlag(), ...(region && { region }) };
};

let target: Target | undefined;

const create = async (): Promise<void> => {
  const { values, positionals } = parse();
  if (positionals.length !== 1 || positionals[0] !== 'create') throw new StartError(`Usage: ${USAGE}`);
  const tenant = readNewTenant(values, `\nUsage: ${USAGE}`);
  target = await findTarget(choiceOf(values));
  const baseUrl = values['base-url'] ?? target.baseUrl;
  const table = await openTable(target, { mayMark: true });
  console.log(JSON.stringify(await createTenant(table, tenant, { baseUrl, now: new Date() }), null, 2));
  if (baseUrl === null) {
    console.error(
      'base_url is null, because a table does not tell where its service is: it is the output ApiUrl of its stack. ' +
        'Give --stack <name> instead of the table, or set BASE_URL, to have it here.',
    );
  }
};

create().catch((error: Error) => {
  console.error(explain(error, target?.tableName));
  process.exit(1);
});
