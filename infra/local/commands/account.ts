import { parseArgs } from 'node:util';
import { settings, useLocalAws } from '#infra/local/process/environment.ts';
import { findRunningService } from '#infra/local/process/service-file.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { PLANS, type PlanName } from '#shared/domain/billing/allowance.ts';
import { Refusal } from '#shared/domain/errors.ts';

/** `npm run account -- create …`: creates an account here or in AWS and prints how to use it. */

const USAGE = `npm run account -- create --slug <slug> --name "<name>" --email <email> [--plan ${PLANS.join('|')}]`;
const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

interface Request {
  slug: string;
  name: string;
  email: string;
  plan: PlanName;
  baseUrl: string | undefined;
}

const OPTIONS = {
  slug: { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  plan: { type: 'string', default: 'free' },
  'base-url': { type: 'string' },
} as const;

const parse = (): { values: Record<string, string | undefined>; positionals: string[] } => {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ')[0]}.\nUsage: ${USAGE}`);
  }
};

const isPlan = (plan: string): plan is PlanName => (PLANS as readonly string[]).includes(plan);

const readRequest = (): Request => {
  const { values, positionals } = parse();
  if (positionals.length !== 1 || positionals[0] !== 'create') throw new StartError(`Usage: ${USAGE}`);
  const { slug, name, email, plan = 'free' } = values;
  const missing = Object.entries({ slug, name, email }).flatMap(([flag, value]) => (value ? [] : [`--${flag}`]));
  if (!slug || !name || !email) throw new StartError(`${missing.join(' and ')} missing.\nUsage: ${USAGE}`);
  if (!SLUG.test(slug)) {
    throw new StartError(
      `The slug "${slug}" must be 1 to 63 lower-case letters, digits or "-", not starting with "-".`,
    );
  }
  if (!EMAIL.test(email)) throw new StartError(`"${email}" is not an email address.`);
  if (!isPlan(plan)) throw new StartError(`There is no plan "${plan}". The plans are ${PLANS.join(', ')}.`);
  return { slug, name, email, plan, baseUrl: values['base-url'] ?? settings.baseUrl() };
};

/** The service that gets the account: the one that runs here, else the one in the environment. */
const findTarget = (request: Request): { tableName: string; baseUrl: string | null } => {
  const stateDir = settings.stateDir();
  const local = findRunningService(stateDir);
  if (local) {
    useLocalAws(local.dynamodb_url, local.table_name, local.aws_secret_access_key);
    return { tableName: local.table_name, baseUrl: local.base_url };
  }
  const tableName = settings.tableName();
  if (tableName) return { tableName, baseUrl: request.baseUrl ?? null };
  throw new StartError(
    `No service is running on ${stateDir}. Start it with "npm start" in another terminal, or set TABLE_NAME (and ` +
      'BASE_URL) to those of a deployed service.',
  );
};

const create = async (): Promise<void> => {
  const request = readRequest();
  const { tableName, baseUrl } = findTarget(request);
  const [{ provisionAccount }, { dynamodbTable }, { checkSchema }] = await Promise.all([
    import('#shared/engine/account/provision-account.ts'),
    import('#shared/store/table/dynamodb-table.ts'),
    import('#infra/local/database/schema-check.ts'),
  ]);
  await checkSchema(tableName, `Run this command from the release that serves the table ${tableName}.`);
  const { slug, name, email, plan } = request;
  const account = await provisionAccount(dynamodbTable({ tableName }), { slug, name, email, plan, now: new Date() });
  const { api_token, account_slug, team_id } = account;
  console.log(JSON.stringify({ base_url: baseUrl, api_token, account_slug, team_id }, null, 2));
};

create().catch((error: Error) => {
  const isExplained = error instanceof StartError || error instanceof Refusal;
  console.error(isExplained ? error.message : `The account could not be created: ${error.message || error.name}`);
  process.exit(1);
});
