import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { secretSetting } from '#infra/aws/settings.ts';
import type { Stage } from '#infra/aws/stages.ts';
import { type NamedSecret, SECRET_NAMES, SECRETS } from '#shared/ports/secrets.ts';
import { readDeployedStack } from './deployed-stack.ts';

/** What was looked at before a deployment. */
export interface Check {
  outcome: 'ok' | 'missing' | 'unknown';
  /** What was found, and what to do about it. */
  words: string;
}

/** The stack that `cdk bootstrap` makes. */
const BOOTSTRAP_STACK = 'CDKToolkit';
/** AWS lets nobody reserve the last ones. */
const NEVER_RESERVED = 100;

const ok = (words: string): Check => ({ outcome: 'ok', words });
const missing = (words: string): Check => ({ outcome: 'missing', words });
const unknown = (words: string): Check => ({ outcome: 'unknown', words });

const isRefused = ({ name }: Error): boolean => /AccessDenied|NotAuthorized|UnauthorizedOperation/.test(name);

/** Of errors that every call would meet: no credentials, expired ones, no network. */
const withoutAccess = (error: Error, region: string): Check => {
  if (isRefused(error)) return missing(`Your AWS credentials may not read CloudFormation's stacks: ${error.message}`);
  return missing(
    `AWS does not answer in ${region}: ${error.message || error.name} ` +
      'Sign in first, for example with "aws sso login" and AWS_PROFILE; "aws sts get-caller-identity" shows who you are.',
  );
};

const checkAccess = async ({ settings: { region, account } }: Stage): Promise<Check[]> => {
  try {
    const bootstrap = await readDeployedStack(BOOTSTRAP_STACK, region);
    const access = ok(`AWS credentials work in ${region}.`);
    if (!bootstrap) {
      const remedy = `Run it once: npx cdk bootstrap aws://${account ?? '<account>'}/${region}`;
      return [
        access,
        missing(`The account is not bootstrapped in ${region}: it has no stack ${BOOTSTRAP_STACK}. ${remedy}`),
      ];
    }
    const found = ok(`Account ${bootstrap.account} is bootstrapped in ${region}.`);
    if (account === undefined || account === bootstrap.account) return [access, found];
    const words = `Your credentials are for account ${bootstrap.account}, the stage for ${account}: sign in to that one.`;
    return [access, missing(words)];
  } catch (error) {
    return [withoutAccess(error as Error, region)];
  }
};

const namedSecrets = SECRET_NAMES.filter((name): name is NamedSecret => !('generated' in SECRETS[name]));

const creation = (name: string, region: string): string =>
  `Make it: aws secretsmanager create-secret --region ${region} --name ${name} --secret-string file://secret.txt`;

/** Without reading its value. */
const checkSecret = async (
  client: SecretsManagerClient,
  setting: string,
  name: string,
  stage: Stage,
): Promise<Check> => {
  const { region, secretsKmsKeyArn } = stage.settings;
  try {
    const { DeletedDate, KmsKeyId } = await client.send(new DescribeSecretCommand({ SecretId: name }));
    if (DeletedDate) {
      const remedy = `aws secretsmanager restore-secret --region ${region} --secret-id ${name}`;
      return missing(`The secret ${name} (${setting}) is being deleted. Bring it back: ${remedy}`);
    }
    if (KmsKeyId && !KmsKeyId.endsWith('alias/aws/secretsmanager') && secretsKmsKeyArn === undefined) {
      return missing(
        `The secret ${name} (${setting}) is encrypted with your own key ${KmsKeyId}: set secretsKmsKeyArn, or no function can read it.`,
      );
    }
    return ok(`The secret ${name} (${setting}) exists.`);
  } catch (error) {
    if ((error as Error).name === 'ResourceNotFoundException') {
      return missing(`There is no secret ${name} (${setting}) in ${region}. ${creation(name, region)}`);
    }
    return unknown(`Whether the secret ${name} (${setting}) exists cannot be seen: ${(error as Error).message}`);
  }
};

const checkSecrets = async (stage: Stage): Promise<Check[]> => {
  const client = new SecretsManagerClient({ region: stage.settings.region });
  const named = namedSecrets.map(secretSetting).flatMap((setting) => {
    const name = stage.settings[setting];
    return name === undefined ? [] : [{ setting, name }];
  });
  try {
    return await Promise.all(named.map(({ setting, name }) => checkSecret(client, setting, name, stage)));
  } finally {
    client.destroy();
  }
};

/** Whether AWS can be reached with these credentials, is prepared, and has what the stage names. */
export const checkAccount = async (stage: Stage): Promise<Check[]> => {
  const access = await checkAccess(stage);
  return access.some(({ outcome }) => outcome === 'missing') ? access : [...access, ...(await checkSecrets(stage))];
};

/** Whether the account has as many concurrent Lambda runs as the templates reserve. */
export const checkConcurrency = async (region: string, reservedRuns: number): Promise<Check> => {
  if (reservedRuns === 0) return ok('No function reserves concurrent Lambda runs.');
  const client = new LambdaClient({ region });
  try {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
    const limit = AccountLimit?.ConcurrentExecutions ?? 0;
    const needed = reservedRuns + NEVER_RESERVED;
    if (limit >= needed) return ok(`The account has ${limit} concurrent Lambda runs; ${needed} are needed.`);
    return missing(
      `The account has ${limit} concurrent Lambda runs, and ${needed} are needed, ${NEVER_RESERVED} of them unreserved. Ask for more ` +
        '(Service Quotas, Lambda, "Concurrent executions"), and set "reservedConcurrency": false until you have them.',
    );
  } catch (error) {
    return unknown(`How many concurrent Lambda runs the account has cannot be seen: ${(error as Error).message}`);
  } finally {
    client.destroy();
  }
};
