import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { type Capability, ofEachQueue, ofEachSecret } from '#shared/ports/capabilities.ts';
import { MODEL_KEYS, type SecretName, secretValue } from '#shared/ports/secrets.ts';
import { CARRIER_SECRETS, CARRIER_SETTINGS } from '#shared/providers/telephony/carrier-settings.ts';
import type { CarrierSettings } from '#shared/providers/telephony/setting-values.ts';
import type { Values } from '#shared/runtime/environment-schema.ts';
import { LAST_USE_PARTITIONS } from '#shared/store/access/last-use.ts';
import { REQUEST_RATE_PARTITIONS } from '#shared/store/limits/request-rate.ts';
import { SCHEMA_PARTITION } from '#shared/store/line/number-hash-key.ts';
import { INDEXES } from '#shared/store/table/table-schema.ts';
import type { SharedResources } from './resources.ts';
import type { Settings } from './settings.ts';

/** The folder of a built site in the bundle of its function. */
export const SITE_FOLDER = 'site';

/**
 * What a function may do, on what. Only types of the CDK are imported here, because bundling needs none of its code.
 */
export interface Permission {
  actions: string[];
  on: string[];
  conditions?: Record<string, Record<string, string>>;
}

type PermissionsOf = (resources: SharedResources) => Permission[];
type ValuesOf = (resources: SharedResources, settings: Settings) => Values;

interface CapabilityOnAws {
  /**
   * The file of shared/runtime/adapters that provides its ports. A bundle holds those of its function's capabilities.
   */
  adapter: string;
  permissions?: PermissionsOf;
  /** What the adapter reads of the environment. */
  values?: ValuesOf;
}

const SCHEDULER = 'scheduler.amazonaws.com';

export const sendTo = ({ queueArn }: IQueue): Permission => ({ actions: ['sqs:SendMessage'], on: [queueArn] });

const readTable: PermissionsOf = ({ table }) => [
  { actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], on: [table.tableArn] },
  { actions: ['dynamodb:Query'], on: Object.values(INDEXES).map(({ name }) => `${table.tableArn}/index/${name}`) },
];

/** A transaction needs the permissions of the operations in it and none of its own. */
const WRITES = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'];

/** Updates in some partitions of the table alone. A request that names no partition is refused too. */
const updatesIn =
  (partitions: string): PermissionsOf =>
  ({ table }) => [
    {
      actions: ['dynamodb:UpdateItem'],
      on: [table.tableArn],
      conditions: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    },
  ];

/**
 * What endpoints that do not write the table may write all the same: when the caller's token and session were used last.
 */
export const noteUses = updatesIn(LAST_USE_PARTITIONS);

const tableName: ValuesOf = ({ table }) => ({ tableName: table.tableName });

/** The last part of a schedule's ARN is its name, which exists only at run time: a wildcard within our own group. */
const writeSchedules: PermissionsOf = ({ table, schedules: { groupName, roleArn } }) => [
  {
    actions: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule'],
    on: [table.stack.formatArn({ service: 'scheduler', resource: 'schedule', resourceName: `${groupName}/*` })],
  },
  { actions: ['iam:PassRole'], on: [roleArn], conditions: { StringEquals: { 'iam:PassedToService': SCHEDULER } } },
];

const schedulesFor = (queue: 'campaign' | 'dial' | 'number'): CapabilityOnAws => ({
  adapter: 'schedules',
  permissions: writeSchedules,
  values: ({ queues, schedules }) => ({
    [`${queue}QueueArn`]: queues[queue].queueArn,
    scheduleGroup: schedules.groupName,
    scheduleRoleArn: schedules.roleArn,
  }),
});

const secretsOf = (names: readonly SecretName[]) => ({
  permissions: ({ secrets }: SharedResources): Permission[] =>
    names.flatMap((name) => {
      const secret = secrets[name];
      return secret ? [{ actions: ['secretsmanager:GetSecretValue'], on: [secret.arn] }] : [];
    }),
  values: ({ secrets }: SharedResources): Values =>
    Object.fromEntries(names.map((name) => [`${secretValue(name)}Id`, secrets[name]?.id])),
});

/** What parts of the chosen carrier read. */
const carrier =
  (part: keyof CarrierSettings<string>['reads']): ValuesOf =>
  ({ modelEndpointUrl }, settings) => {
    const { telephonyProvider } = settings;
    const values: Values = { ...settings, modelEndpointUrl };
    const read: readonly (keyof Values)[] = CARRIER_SETTINGS[telephonyProvider].reads[part];
    return { telephonyProvider, ...Object.fromEntries(read.map((name) => [name, values[name]])) };
  };

/** Keys of recordings begin with their account. */
const RECORDINGS = 'acct_*';
const EXPORTS = 'exports/*';

/** An object's key exists only at run time: a wildcard within our own bucket. */
const onObjects =
  (keys: string, ...actions: string[]): PermissionsOf =>
  ({ recordings }) => [{ actions, on: [recordings.arnForObjects(keys)] }];

const onRecordings = (action: string): PermissionsOf => onObjects(RECORDINGS, action);

const recordingsBucket = ({ recordings }: SharedResources): Values => ({ recordingsBucket: recordings.bucketName });

/** Beside the code of the function, where Lambda unpacks it. */
const SITE_DIR = `/var/task/${SITE_FOLDER}`;

const carrierSecrets = secretsOf(CARRIER_SECRETS);
const numberHash = secretsOf(['numberHash']);

/** Whoever hashes the table's first number notes the key's fingerprint, also a function that writes nothing else. */
const noteKey = updatesIn(SCHEMA_PARTITION);

/** What each capability is on AWS. */
export const CAPABILITIES: Record<Capability, CapabilityOnAws> = {
  'table:read': { adapter: 'table', permissions: readTable, values: tableName },
  'table:write': {
    adapter: 'table',
    permissions: ({ table }) => [{ actions: WRITES, on: [table.tableArn] }],
    values: tableName,
  },
  lines: {
    adapter: 'lines',
    permissions: (resources) => [...numberHash.permissions(resources), ...noteKey(resources)],
    values: numberHash.values,
  },
  ...ofEachQueue<CapabilityOnAws>((name) => ({
    adapter: 'queues',
    permissions: ({ queues }) => [sendTo(queues[name])],
    values: ({ queues }) => ({ [`${name}QueueUrl`]: queues[name].queueUrl }),
  })),
  'schedules:write': schedulesFor('campaign'),
  'callSchedules:write': schedulesFor('dial'),
  'numberSchedules:write': schedulesFor('number'),
  ...ofEachSecret<CapabilityOnAws>((name) => ({ adapter: 'secrets', ...secretsOf([name]) })),
  webhookReceivers: {
    adapter: 'webhook-receivers',
    values: (_, { webhookRetrySeconds }) => ({ webhookAllowLoopback: 'false', webhookRetrySeconds }),
  },
  webhookUrls: { adapter: 'webhook-urls', values: () => ({ webhookAllowLoopback: 'false' }) },
  dialLimits: {
    adapter: 'dial-limits',
    values: (_, settings) => ({
      maxConcurrentCallsPerAccount: settings.maxConcurrentCallsPerAccount,
      maxDialsPerSecond: settings.maxDialsPerSecond,
      connectionMaxConcurrentCalls: settings.connectionMaxConcurrentCalls,
      connectionMaxDialsPerSecond: settings.connectionMaxDialsPerSecond,
      telephonyProvider: settings.telephonyProvider,
      freeCallsPerDay: settings.freeCallsPerDay,
      starterCallsPerDay: settings.starterCallsPerDay,
      growthCallsPerDay: settings.growthCallsPerDay,
    }),
  },
  retentionBounds: {
    adapter: 'retention-bounds',
    values: (_, { transcriptRetentionDays, recordingRetentionDays }) => ({
      transcriptRetentionDays,
      recordingRetentionDays,
    }),
  },
  numberingPlan: { adapter: 'numbering-plan' },
  portionLimits: { adapter: 'portion-limits' },
  requestLimit: {
    adapter: 'request-limit',
    permissions: updatesIn(REQUEST_RATE_PARTITIONS),
    values: (_, { accountRequestsPerSecond, accountRequestBurst }) => ({
      accountRequestsPerSecond,
      accountRequestBurst,
    }),
  },
  languageModels: { adapter: 'language-models', ...secretsOf(MODEL_KEYS) },
  'recordings:write': {
    adapter: 'recordings',
    permissions: onRecordings('s3:PutObject'),
    values: (resources, settings) => ({
      ...recordingsBucket(resources),
      ...carrier('recordings')(resources, settings),
    }),
  },
  'recordings:delete': {
    adapter: 'erasing',
    permissions: onRecordings('s3:DeleteObject'),
    values: recordingsBucket,
  },
  'exports:write': {
    adapter: 'exports',
    permissions: onObjects(EXPORTS, 's3:PutObject', 's3:GetObject', 's3:DeleteObject'),
    values: recordingsBucket,
  },
  'exports:delete': {
    adapter: 'erasing',
    permissions: onObjects(EXPORTS, 's3:DeleteObject'),
    values: recordingsBucket,
  },
  'erasureLog:write': {
    adapter: 'erasing',
    permissions: onObjects('erasures/*', 's3:PutObject'),
    values: recordingsBucket,
  },
  'recordings:link': { adapter: 'recordings', permissions: onRecordings('s3:GetObject'), values: recordingsBucket },
  site: {
    adapter: 'site',
    values: ({ recordings }) => ({
      siteDir: SITE_DIR,
      recordingsOrigin: `https://${recordings.bucketRegionalDomainName}`,
    }),
  },
  carrierWebhook: { adapter: 'carrier-webhook', values: carrier('webhook') },
  telephony: {
    adapter: 'telephony',
    permissions: carrierSecrets.permissions,
    values: (resources, settings) => ({
      ...carrier('telephony')(resources, settings),
      ...carrierSecrets.values(resources),
    }),
  },
  transcription: { adapter: 'transcription', values: carrier('transcription') },
};

/** The files that provide the ports of capabilities. */
export const adaptersOf = (capabilities: readonly Capability[]): string[] => [
  ...new Set(capabilities.map((capability) => `#shared/runtime/adapters/${CAPABILITIES[capability].adapter}.ts`)),
];
