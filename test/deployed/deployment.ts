import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { type RunningCarrier, startCarrier } from '#infra/local/carrier/carrier.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { BILLING_SECRETS, publishStacks } from '#test/harness/stack/environment.ts';
import { textOf } from './assembly/json.ts';
import type { Assembly } from './assembly/read-assembly.ts';
import { OPERATOR_KEY_ID } from './aws/aws-account.ts';
import { type EmulatedStack, startEmulatedStack } from './emulated-stack.ts';

/** The product deployed into the emulated account, with a simulated carrier and a first account, as its README says. */
export interface Deployment {
  stack: EmulatedStack;
  carrier: RunningCarrier;
  stateDir: string;
  credentials: Credentials;
  stop(): Promise<void>;
}

interface Credentials {
  base_url: string;
  api_token: string;
  account_slug: string;
  team_id: string;
}

/** Names that the settings give to secrets, and what people put there: with the line's end that editors leave. */
const SECRETS: Record<string, string> = {
  'billing/stripe': `${BILLING_SECRETS.stripe}\n`,
  'billing/lemon-squeezy': `${BILLING_SECRETS.lemonSqueezy}\n`,
};

/** Everything that a simulated deployment chooses. */
export const SIMULATED_SETTINGS: Record<string, string> = {
  carrierUrl: 'https://carrier.example',
  carrierPublicKey: `${'A'.repeat(43)}=`,
  stripeWebhookSecretName: 'billing/stripe',
  lemonSqueezyWebhookSecretName: 'billing/lemon-squeezy',
};

/** Everything shares this machine and one database, so a busy moment is no fault. */
const DATABASE_REPLY_MAX_MS = '20000';
const WEBHOOK_PATH = '/api/db/webhook';
const run = promisify(execFile);

/** The command of the README, with the operator's rights. */
const createAccount = async ({ url, aws, stack }: EmulatedStack, stateDir: string): Promise<Credentials> => {
  const env = {
    PATH: process.env.PATH,
    STATE_DIR: join(stateDir, 'no-service'),
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: OPERATOR_KEY_ID,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL: aws.url,
    TABLE_NAME: textOf(stack().outputs.TableName),
    BASE_URL: url,
  };
  const order = ['create', '--slug', 'acme', '--name', 'Acme', '--email', 'ops@acme.example', '--plan', 'growth'];
  const { stdout } = await run(process.execPath, ['infra/local/commands/account.ts', ...order], {
    cwd: PROJECT_ROOT,
    env,
  });
  return JSON.parse(stdout) as Credentials;
};

/** Lets the harness of the tests find the stack. */
const publish = (
  { url, aws, stack }: EmulatedStack,
  { carrier, stateDir }: { carrier: RunningCarrier; stateDir: string },
): void => {
  const keyId = textOf(stack().outputs.NumberHashKeyArn) ?? numberHashKeyOf({ stack });
  writeFileSync(join(stateDir, 'number-hash.secret'), aws.secrets.valueOf(keyId));
  publishStacks([
    {
      base_url: url,
      dynamodb_url: aws.dynamodbUrl,
      carrier_url: carrier.url,
      table_name: String(stack().outputs.TableName),
      state_dir: stateDir,
      time_url: '',
      clock_file: '',
    },
  ]);
};

const numberHashKeyOf = ({ stack }: Pick<EmulatedStack, 'stack'>): string => {
  const variables = stack().resources.map(
    ({ properties }) => properties.Environment as { Variables?: Record<string, string> },
  );
  const found = variables.find((one) => one?.Variables?.NUMBER_HASH_KEY_ID)?.Variables?.NUMBER_HASH_KEY_ID;
  if (!found) throw new Error('No function of the templates has NUMBER_HASH_KEY_ID.');
  return found;
};

interface DeploymentOptions {
  stateDir: string;
  assembly: Assembly;
  /** Divides every duration of the simulated carrier. */
  carrierSpeed: number;
}

export const deploy = async ({ stateDir, assembly, carrierSpeed }: DeploymentOptions): Promise<Deployment> => {
  mkdirSync(stateDir, { recursive: true });
  const carrier = await startCarrier({ stateDir, speed: carrierSpeed, port: 0 });
  const overrides = {
    replaced: { CARRIER_URL: carrier.url, CARRIER_PUBLIC_KEY: carrier.publicKey },
    added: { WEBHOOK_ALLOW_LOOPBACK: 'true', DATABASE_REPLY_MAX_MS },
  };
  const stack = await startEmulatedStack({ stateDir: join(stateDir, 'aws'), overrides });
  const stop = async (): Promise<void> => {
    await carrier.stop();
    await stack.stop();
  };
  try {
    for (const [name, value] of Object.entries(SECRETS)) stack.aws.secrets.put(name, value);
    await stack.deploy(assembly);
    carrier.setWebhookUrl(`${stack.url}${WEBHOOK_PATH}`);
    const credentials = await createAccount(stack, stateDir);
    writeFileSync(join(stateDir, 'credentials.json'), JSON.stringify(credentials));
    publish(stack, { carrier, stateDir });
    return { stack, carrier, stateDir, credentials, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
