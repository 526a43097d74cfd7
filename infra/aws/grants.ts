import { Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { type Capability, ofEachQueue, ofEachSecret } from '#shared/ports/capabilities.ts';
import { MODEL_KEYS, type SecretName } from '#shared/ports/secrets.ts';
import { CARRIER_SECRETS } from '#shared/providers/telephony/carrier-settings.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import type { Fallback } from '#shared/runtime/define/fallback.ts';
import type { StreamFunction } from '#shared/runtime/define/stream.ts';
import type { Worker } from '#shared/runtime/define/worker.ts';
import { INDEXES } from '#shared/store/table/table-schema.ts';
import type { SharedResources } from './resources.ts';

/** The only file that writes IAM statements for our functions. */

const SCHEDULER = 'scheduler.amazonaws.com';

const allow = (actions: string[], resources: string[], conditions = {}): PolicyStatement =>
  new PolicyStatement({ actions, resources, conditions });

const sendTo = (queue: IQueue): PolicyStatement[] => [allow(['sqs:SendMessage'], [queue.queueArn])];

const readTable = ({ table }: SharedResources): PolicyStatement[] => [
  allow(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], [table.tableArn]),
  allow(
    ['dynamodb:Query'],
    Object.values(INDEXES).map(({ name }) => `${table.tableArn}/index/${name}`),
  ),
];

/** A transaction needs the permissions of the operations in it and none of its own. */
const writeTable = ({ table }: SharedResources): PolicyStatement[] => [
  allow(
    ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'],
    [table.tableArn],
  ),
];

/** The last part of a schedule's ARN is its name, which exists only at run time: a wildcard within our own group. */
const writeSchedules = ({ table, schedules: { groupName, roleArn } }: SharedResources): PolicyStatement[] => [
  allow(
    ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule'],
    [Stack.of(table).formatArn({ service: 'scheduler', resource: 'schedule', resourceName: `${groupName}/*` })],
  ),
  allow(['iam:PassRole'], [roleArn], { StringEquals: { 'iam:PassedToService': SCHEDULER } }),
];

const readSecrets =
  (...names: SecretName[]) =>
  ({ secrets }: SharedResources): PolicyStatement[] =>
    names.flatMap((name) => {
      const secret = secrets[name];
      return secret ? [allow(['secretsmanager:GetSecretValue'], [secret.arn])] : [];
    });

/** A recording's key exists only at run time: a wildcard within our own bucket. */
const recordings =
  (action: string) =>
  ({ recordings: bucket }: SharedResources): PolicyStatement[] => [allow([action], [bucket.arnForObjects('*')])];

type Grant = (resources: SharedResources) => PolicyStatement[];

const GRANTS: Record<Capability, Grant> = {
  'table:read': readTable,
  'table:write': writeTable,
  ...ofEachQueue<Grant>(
    (name) =>
      ({ queues }) =>
        sendTo(queues[name]),
  ),
  'schedules:write': writeSchedules,
  'numberSchedules:write': writeSchedules,
  ...ofEachSecret<Grant>((name) => readSecrets(name)),
  webhookReceivers: () => [],
  webhookUrls: () => [],
  dialLimits: () => [],
  languageModels: readSecrets(...MODEL_KEYS),
  'recordings:write': recordings('s3:PutObject'),
  'recordings:link': recordings('s3:GetObject'),
  carrierWebhook: () => [],
  telephony: readSecrets(...CARRIER_SECRETS),
  transcription: () => [],
};

export type FunctionDefinition =
  | Pick<Endpoint, 'kind' | 'uses' | 'method' | 'auth'>
  | Pick<Worker, 'kind' | 'uses' | 'source'>
  | Pick<Fallback, 'kind' | 'uses'>
  | Pick<StreamFunction, 'kind' | 'uses'>;

const isBearer = (definition: FunctionDefinition): boolean =>
  definition.kind === 'endpoint' && (definition.auth ?? 'bearer') === 'bearer';

/**
 * What a function declares in `uses`, and what the runtime around it needs: a bearer endpoint looks up its token, a
 * bearer POST keeps its Idempotency-Key record, and who writes the table may read it.
 */
export const capabilitiesOf = (definition: FunctionDefinition): Capability[] => {
  const capabilities = new Set<Capability>(definition.uses);
  if (isBearer(definition)) capabilities.add('table:read');
  if (isBearer(definition) && 'method' in definition && definition.method === 'POST') capabilities.add('table:write');
  if (capabilities.has('table:write')) capabilities.add('table:read');
  return [...capabilities].sort();
};

const consume = (queue: IQueue): PolicyStatement =>
  allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [queue.queueArn]);

/** Lambda names the log streams: the ARN of a log group ends in `:*`. */
const writeLogs = (logGroup: ILogGroup): PolicyStatement =>
  allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);

/** Everything a function may do. */
export const functionPolicy = (
  definition: FunctionDefinition,
  resources: SharedResources,
  logGroup: ILogGroup,
): PolicyDocument => {
  const statements = capabilitiesOf(definition).flatMap((capability) => GRANTS[capability](resources));
  if (definition.kind === 'worker' && 'queue' in definition.source) {
    statements.push(consume(resources.queues[definition.source.queue]));
  }
  return new PolicyDocument({ statements: [writeLogs(logGroup), ...statements] });
};

/** What EventBridge Scheduler may do when a schedule fires. */
export const schedulerPolicy = (queues: IQueue[]): PolicyDocument =>
  new PolicyDocument({ statements: queues.flatMap(sendTo) });
