import * as z from 'zod';
import { REQUEST_LIMIT } from '#shared/domain/account/request-rate.ts';
import { type NamedSecret, SECRET_NAMES, SECRETS, type SecretValue, secretValue } from '#shared/ports/secrets.ts';
import {
  CARRIER_NAMES,
  CARRIER_SETTINGS,
  CARRIER_VALUES,
  type CarrierName,
} from '#shared/providers/telephony/carrier-settings.ts';
import { count, ENVIRONMENT } from '#shared/runtime/environment-schema.ts';

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

/**
 * Everything a deployment chooses, given as CDK context (`-c name=value` or cdk.json). What the functions are told of
 * it is described in shared/runtime/environment-schema.ts, with its defaults.
 */
const Shape = z.object({
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,60}$/, 'must start with a letter; letters, digits, hyphens')
    .default('VoiceAssistantCalling'),
  /** False for test deployments: the table and the logs go away with the stack. */
  retain: yesOrNo.default(true),
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
  alarmTopicArn: z
    .string()
    .regex(/^arn:[\w-]+:sns:\S+$/, 'must be the ARN of an SNS topic')
    .optional(),
});
export type Settings = z.output<typeof Shape>;

const Settings = Shape.superRefine((settings, { addIssue }) => {
  const { telephonyProvider } = settings;
  const { needed, secrets } = CARRIER_SETTINGS[telephonyProvider];
  if (settings.alarmEmail !== undefined && settings.alarmTopicArn !== undefined) {
    const message = 'cannot be beside alarmTopicArn: let the topic mail to the address, or leave one of the two out';
    addIssue({ code: 'custom', path: ['alarmEmail'], message });
  }
  for (const name of [...needed, ...secrets.map(secretSetting)]) {
    if (settings[name] === undefined) {
      addIssue({ code: 'custom', path: [name], message: `is needed where telephonyProvider is ${telephonyProvider}` });
    }
  }
});

/** @throws when a setting is malformed; the message names each one and says what it must be. */
export const readSettings = (contextValue: (name: string) => unknown): Settings => {
  const textOf = (value: unknown): unknown =>
    typeof value === 'number' || typeof value === 'string' ? String(value).trim() : (value ?? undefined);
  const given = Object.keys(Shape.shape).map((name) => [name, textOf(contextValue(name))] as const);
  const result = Settings.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new Error(`The deployment settings cannot be used (infra/README.md lists them):\n${problems.join('\n')}`);
};
