import * as z from 'zod';
import { REQUEST_LIMIT } from '#shared/domain/account/request-rate.ts';
import { type NamedSecret, SECRET_NAMES, SECRETS, type SecretValue, secretValue } from '#shared/ports/secrets.ts';
import {
  CARRIER_NAMES,
  CARRIER_SETTINGS,
  CARRIER_VALUES,
  type CarrierName,
} from '#shared/providers/telephony/carrier-settings.ts';
import { count, countUpTo, ENVIRONMENT } from '#shared/runtime/environment-schema.ts';

const SECRET_NAME = /^[\w/+=.@-]+$/;
const secretName = z.string().regex(SECRET_NAME, 'must be the name of a Secrets Manager secret').optional();
const httpsAddress = z.url({ protocol: /^https$/, error: 'must be an https:// address' }).optional();

type SecretSetting<Value extends string> = Value extends `${infer Name}Secret`
  ? `${Name}SecretName`
  : `${Value}SecretName`;

/** The setting with the name of a secret: `stripeWebhookSecretName`, `openaiApiKeySecretName`. */
export const secretSetting = (name: NamedSecret) =>
  `${secretValue(name).replace(/Secret$/, '')}SecretName` as SecretSetting<SecretValue<NamedSecret>>;

const namedSecrets = SECRET_NAMES.filter((name): name is NamedSecret => !('generated' in SECRETS[name]));
/** The values never pass through a template, a shell or a CI log. */
const secretNames = Object.fromEntries(namedSecrets.map((name) => [secretSetting(name), secretName])) as Record<
  ReturnType<typeof secretSetting>,
  typeof secretName
>;

/** A deployed service reaches its carrier over the open network. */
const carrierAddresses = Object.fromEntries(
  CARRIER_NAMES.map((name) => [CARRIER_SETTINGS[name].address, httpsAddress]),
) as Record<(typeof CARRIER_SETTINGS)[CarrierName]['address'], typeof httpsAddress>;

const yesOrNo = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')],
  'must be true or false',
);

const pairOf = ([name = '', runs]: string[]): [string, number] => [name, Number(runs)];

const arnOf = (service: string, what: string) =>
  z.string().regex(new RegExp(`^arn:[\\w-]+:${service}:\\S+$`), `must be the ARN of ${what}`);

const keyArn = z
  .string()
  .regex(
    /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/(mrk-)?[\da-f-]+$/,
    'must be the ARN of a KMS key: arn:aws:kms:<region>:<account>:key/<id>',
  )
  .optional();

/** Days for which what was deleted from the bucket can be had back; as long as the table's backups, at most. */
const BUCKET_VERSION_DAYS_MAX = 35;
const TAG_KEY = /^(?!aws:)[\w .:/=+@-]{1,128}$/;
const TAG_VALUE = /^[\w .:/=+@-]{0,256}$/;

/**
 * Everything a deployment chooses, given in `infra/stages/<stage>.json`. What the functions are told of it is described
 * in shared/runtime/environment-schema.ts, with its defaults.
 */
const Shape = z.object({
  /** AWS account and region; a stage says its region, and where it says its account, no other is deployed to. */
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be the name of an AWS region, such as eu-central-1')
    .optional(),
  account: z
    .string()
    .regex(/^\d{12}$/, 'must be the 12 digits of an AWS account, in quotation marks')
    .optional(),
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,60}$/, 'must start with a letter; letters, digits, hyphens')
    .default('VoiceAssistantCalling'),
  /** False for test deployments: the table and the logs go away with the stack. */
  retain: yesOrNo.default(true),
  /** Whether AWS refuses to delete the stack; by default where its data are retained. */
  terminationProtection: yesOrNo.optional(),
  /** On every resource. */
  tags: z
    .record(z.string().regex(TAG_KEY, 'is no name of a tag'), z.string().regex(TAG_VALUE, 'is no value of a tag'))
    .default({}),
  /** The API's own name, and its certificate in the same region. */
  domainName: z
    .string()
    .regex(/^(?!-)[a-z\d-]+(\.[a-z\d-]+)+$/, 'must be a host name in lower case, such as api.example.com')
    .optional(),
  certificateArn: arnOf('acm', 'a certificate of AWS Certificate Manager').optional(),
  /** Your own key for the table, bucket, queues and logs, and one for secrets. */
  kmsKeyArn: keyArn,
  secretsKmsKeyArn: keyArn,
  /** Undefined: what is deleted from the bucket is gone at once. */
  bucketVersionDays: countUpTo(BUCKET_VERSION_DAYS_MAX).optional(),
  /** A table that was restored from a backup, which the functions use in place of the stack's own. */
  restoredTableName: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'must be the name of a DynamoDB table')
    .optional(),
  /** What the AWS account lets run at once (Service Quotas, Lambda, *Concurrent executions*). */
  lambdaConcurrency: count.default('1000').transform(Number),
  /** What the deployment is made for; without it, what `lambdaConcurrency` is enough for. */
  liveCalls: count.transform(Number).optional(),
  /** Runs at once of single functions: `converse=300,saveRecording=100`. */
  concurrency: z
    .string()
    .regex(/^(\w+=[1-9]\d*)(,\w+=[1-9]\d*)*$/, 'must be like converse=300,saveRecording=100')
    .transform((text) => Object.fromEntries(text.split(',').map((one) => pairOf(one.split('=')))))
    .default({}),
  /** Requests a second, and at one moment, of all customers together. */
  requestsPerSecond: count.default('2000').transform(Number),
  requestBurst: count.default('1000').transform(Number),
  /** False to reserve no concurrent runs for any function. */
  reservedConcurrency: yesOrNo.default(true),
  accountRequestsPerSecond: count.default(String(REQUEST_LIMIT.perSecond)),
  accountRequestBurst: count.default(String(REQUEST_LIMIT.burst)),
  ...ENVIRONMENT.pick({
    telephonyProvider: true,
    corsAllowedOrigins: true,
    maxConcurrentCallsPerAccount: true,
    maxDialsPerSecond: true,
    connectionMaxConcurrentCalls: true,
    connectionMaxDialsPerSecond: true,
    freeCallsPerDay: true,
    starterCallsPerDay: true,
    growthCallsPerDay: true,
    webhookRetrySeconds: true,
    transcriptRetentionDays: true,
    recordingRetentionDays: true,
  }).shape,
  ...CARRIER_VALUES,
  ...carrierAddresses,
  ...secretNames,
  /** Who is told of alarms: an address of mail, or an SNS topic. */
  alarmEmail: z.email('must be an address of mail').optional(),
  alarmTopicArn: arnOf('sns', 'an SNS topic').optional(),
});
export type Settings = z.output<typeof Shape>;

export type SettingName = keyof Settings;
export const SETTING_NAMES = Object.keys(Shape.shape) as SettingName[];

/** Of each the first is of no use without the second. */
const PAIRS = [
  ['domainName', 'certificateArn'],
  ['certificateArn', 'domainName'],
  // The key of a table is told for each of its regions.
  ['kmsKeyArn', 'region'],
] as const;

const Settings = Shape.superRefine((settings, { addIssue }) => {
  const { telephonyProvider } = settings;
  const { needed, secrets } = CARRIER_SETTINGS[telephonyProvider];
  if (settings.alarmEmail !== undefined && settings.alarmTopicArn !== undefined) {
    const message = 'cannot be beside alarmTopicArn: let the topic mail to the address, or leave one of the two out';
    addIssue({ code: 'custom', path: ['alarmEmail'], message });
  }
  const demand = (name: SettingName, where: string): void => {
    if (settings[name] === undefined) addIssue({ code: 'custom', path: [name], message: `is needed where ${where}` });
  };
  for (const name of [...needed, ...secrets.map(secretSetting)])
    demand(name, `telephonyProvider is ${telephonyProvider}`);
  for (const [given, missing] of PAIRS) if (settings[given] !== undefined) demand(missing, `${given} is set`);
});

/** Settings as they are written: names with their values. */
export type GivenSettings = Record<string, unknown>;

/** The resource of the stack that carries its settings, and the key of its metadata that they stand under. */
export const SETTINGS_RECORD = 'StageSettings';

const textOf = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'string' ? String(value).trim() : (value ?? undefined);

/** A line for each setting that is wrong, which names it and says what it must be. */
export const settingProblems = (given: GivenSettings): string[] => {
  const issues = Settings.safeParse(withoutMargins(given)).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

const withoutMargins = (given: GivenSettings): GivenSettings =>
  Object.fromEntries(SETTING_NAMES.map((name) => [name, textOf(given[name])]));

/** @throws when a setting is malformed; the message names each one and says what it must be. */
export const readSettings = (given: GivenSettings): Settings => {
  const problems = settingProblems(given);
  if (problems.length === 0) return Settings.parse(withoutMargins(given));
  const list = problems.map((problem) => `  ${problem}`).join('\n');
  throw new Error(`The deployment settings cannot be used (infra/README.md lists them):\n${list}`);
};
