import { readStage, StageError } from '#infra/aws/stages.ts';
import { readDeployedStack } from '#infra/deploy/deployed-stack.ts';
import { settings, useLocalAws, useLocalBucket, useLocalQueues, useRegion } from '#infra/local/process/environment.ts';
import { RECORDINGS_BUCKET } from '#infra/local/process/local-aws.ts';
import { keptNumberHash } from '#infra/local/process/number-hash.ts';
import { findRunningService } from '#infra/local/process/service-file.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import type { QueueName } from '#shared/schemas/messages.ts';
import { localQueues, type QueueAddress, queuesOfStack } from './queue-addresses.ts';

/** How the person says which deployment is meant. */
export interface TargetChoice {
  laptop?: boolean | undefined;
  table?: string | undefined;
  stage?: string | undefined;
  stack?: string | undefined;
  region?: string | undefined;
}

/** What is known of the deployment that a command works on. */
export interface Target {
  kind: 'laptop' | 'table' | 'stack';
  /** Completes "in …". */
  words: string;
  tableName: string;
  /** Null where nothing tells it. */
  baseUrl: string | null;
  /** Null where nothing tells them: then the sweep does within a minute what a message would do at once. */
  queues: Record<QueueName, QueueAddress> | null;
  /** Of recordings and exports; null where nothing tells it. */
  bucket: string | null;
  /** Where its functions log; null where nothing tells it. */
  logs: { stateDir: string } | { stackName: string } | null;
}

/** The flags, as `parseArgs` takes them. */
export const TARGET_OPTIONS = {
  laptop: { type: 'boolean' },
  table: { type: 'string' },
  stage: { type: 'string' },
  stack: { type: 'string' },
  region: { type: 'string' },
} as const;

export const TARGET_WORDS =
  '  --laptop                            the service that runs on this machine\n' +
  '  --stage <name>                      the stack of infra/stages/<name>.json, with your own AWS credentials\n' +
  '  --table <name> [--region <region>]  a deployed table, with your own AWS credentials\n' +
  '  --stack <name> [--region <region>]  a deployed stack, by its outputs, with your own AWS credentials';

const laptop = (): Target => {
  const stateDir = settings.stateDir();
  const service = findRunningService(stateDir);
  if (!service) {
    throw new StartError(
      `No service is running on ${stateDir}. Start it with "npm start" in another terminal, or set STATE_DIR to the folder of the one that runs.`,
    );
  }
  useLocalAws(service.dynamodb_url, service.table_name, service.aws_secret_access_key);
  useLocalQueues(service.sqs_url);
  useLocalBucket(service.sqs_url, keptNumberHash(stateDir));
  return {
    kind: 'laptop',
    words: `the service that runs here (${stateDir})`,
    tableName: service.table_name,
    baseUrl: service.base_url,
    queues: localQueues(service.sqs_url),
    bucket: RECORDINGS_BUCKET,
    logs: { stateDir },
  };
};

const inRegion = (): string => {
  const region = settings.region();
  return region === undefined ? '' : ` in ${region}`;
};

const table = (tableName: string): Target => ({
  kind: 'table',
  words: `the table ${tableName}${inRegion()}`,
  tableName,
  baseUrl: settings.baseUrl() ?? null,
  queues: null,
  bucket: settings.recordingsBucket() ?? null,
  logs: null,
});

/** `account`: the AWS account in which alone it may be; any if left out. */
const stack = async (stackName: string, region: string | undefined, account?: string): Promise<Target> => {
  const found = await readDeployedStack(stackName, region);
  if (found && account !== undefined && found.account !== account) {
    throw new StartError(
      `Your AWS credentials are for the account ${found.account}, and the stage is in ${account}. Choose others with AWS_PROFILE.`,
    );
  }
  if (!found) {
    throw new StartError(
      `There is no stack "${stackName}"${inRegion()}. "aws cloudformation list-stacks" shows those that are there; --region chooses another region.`,
    );
  }
  const { outputs, status } = found;
  const tableName = outputs.TableName;
  if (!tableName) {
    throw new StartError(
      `The stack "${stackName}" (${status}) has no output TableName, so it is none of this product, or its first deployment has failed.`,
    );
  }
  return {
    kind: 'stack',
    words: `the stack ${stackName}${inRegion()} of the AWS account ${found.account}`,
    tableName,
    baseUrl: outputs.ApiUrl ?? null,
    queues: queuesOfStack(outputs),
    bucket: outputs.RecordingsBucketName ?? null,
    logs: { stackName },
  };
};

/** @throws StartError for a stage without a file, or with one that cannot be deployed. */
const settingsOfStage = (name: string) => {
  try {
    return readStage(name).settings;
  } catch (error) {
    if (error instanceof StageError) throw new StartError(error.message);
    throw error;
  }
};

const stage = (name: string): Promise<Target> => {
  const { stackName, region, account } = settingsOfStage(name);
  useRegion(region);
  return stack(stackName, region, account);
};

/** The ways that were chosen. */
const chosen = ({ laptop: isLaptop, ...named }: TargetChoice): number =>
  [isLaptop === true, ...[named.table, named.stack, named.stage].map((name) => name !== undefined)].filter(Boolean)
    .length;

/**
 * Finds the deployment that the person means, by exactly one choice, and points the AWS clients of this process at it.
 * @throws StartError in words for none or several, and for one that cannot be found.
 */
export const findTarget = async (choice: TargetChoice): Promise<Target> => {
  if (chosen(choice) !== 1) {
    throw new StartError(`Say which deployment is meant, by exactly one of\n${TARGET_WORDS}`);
  }
  if (choice.laptop) {
    if (choice.region !== undefined) throw new StartError('A laptop has no region: leave out --region.');
    return laptop();
  }
  if (choice.stage !== undefined) {
    if (choice.region !== undefined) throw new StartError('A stage names its region: leave out --region.');
    return stage(choice.stage);
  }
  if (choice.region !== undefined) useRegion(choice.region);
  return choice.stack === undefined ? table(choice.table ?? '') : stack(choice.stack, choice.region);
};
