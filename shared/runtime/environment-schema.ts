import * as z from 'zod';
import { MODEL_PROVIDERS } from '#shared/domain/assistant/model-providers.ts';
import { WEBHOOK_RETRY_SECONDS } from '#shared/domain/webhook/retries.ts';
import { CONNECTION_DIALS_PER_SECOND_MAX } from '#shared/ports/dial-limits.ts';
import type { ModelProvider } from '#shared/ports/language-models.ts';
import { SECRET_NAMES, type SecretValue, secretValue } from '#shared/ports/secrets.ts';
import { CARRIER_NAMES, CARRIER_VALUES } from '#shared/providers/telephony/carrier-settings.ts';
import { Address } from '#shared/providers/telephony/setting-values.ts';
import { QUEUE_NAMES, type QueueName } from '#shared/schemas/messages.ts';
import { variableName } from './variable-name.ts';

const text = z.string().regex(/\S/, 'must not be blank');
const arn = z.string().startsWith('arn:', 'must be an ARN');
export const count = z.string().regex(/^[1-9]\d*$/, 'must be a whole number of at least 1');
export const countUpTo = (most: number) =>
  z
    .string()
    .refine(
      (text) => count.safeParse(text).success && Number(text) <= most,
      `must be a whole number from 1 to ${most}`,
    );
const DAYS_MAX = 9_999;
const each = <Name extends string, Field extends z.ZodType>(names: readonly Name[], field: Field) =>
  Object.fromEntries(names.map((name) => [name, field])) as Record<Name, Field>;

const addressOf = (vendor: ModelProvider): `${ModelProvider}BaseUrl` => `${vendor}BaseUrl`;
const queueUrlOf = (name: QueueName): `${QueueName}QueueUrl` => `${name}QueueUrl`;
const secretIdOf = (secret: SecretValue): `${SecretValue}Id` => `${secret}Id`;
const secretValues = SECRET_NAMES.map(secretValue);

/**
 * Every value of the environment that functions run in. All are texts; `tableName` stands in the variable TABLE_NAME.
 * The start on a laptop and synthesis for AWS check the values and set the defaults; functions only read them
 * (`env.ts`). The addresses of AWS's services are not here, because the AWS SDK reads them itself.
 */
export const ENVIRONMENT = z.object({
  tableName: text,
  ...each(QUEUE_NAMES.map(queueUrlOf), Address),
  /** Targets, group and identity of the schedules that wake campaigns and end trials. */
  campaignQueueArn: arn,
  dialQueueArn: arn,
  numberQueueArn: arn,
  scheduleGroup: text,
  scheduleRoleArn: arn,
  recordingsBucket: text,
  /** Where the links to recordings lead. */
  recordingsOrigin: Address,
  /** The folder of the built dashboard. */
  siteDir: text,
  /** Milliseconds that a laptop's database may take to reply; in AWS the client's own limit holds. */
  databaseReplyMaxMs: count.optional(),
  /** The namespace in CloudWatch of the metrics that are read off log lines. */
  metricsNamespace: text.optional(),
  /** Comma-separated origins, or `*`. */
  corsAllowedOrigins: text.default('*'),
  /** Requests of one account: in a second, and at one moment. Without both nobody is limited. */
  accountRequestsPerSecond: count.optional(),
  accountRequestBurst: count.optional(),
  /** Live calls of one account, over all its campaigns. */
  maxConcurrentCallsPerAccount: count.default('100'),
  /** Dials of one account per second, over all its campaigns. */
  maxDialsPerSecond: count.default('30'),
  /** Live calls on the carrier's connection, over all accounts. */
  connectionMaxConcurrentCalls: z
    .string()
    .regex(/^([1-9]\d*|unlimited)$/, 'must be a whole number of at least 1, or "unlimited"')
    .default('unlimited'),
  /** Dials on the carrier's connection per second, over all accounts: Telnyx takes 30. */
  connectionMaxDialsPerSecond: countUpTo(CONNECTION_DIALS_PER_SECOND_MAX).default('30'),
  /** Dials of an account in a UTC day, by its plan. */
  freeCallsPerDay: count.default('100'),
  starterCallsPerDay: count.default('2000'),
  growthCallsPerDay: count.default('20000'),
  /** Days after a call's end, over all accounts; without them what was said and recorded is kept. */
  transcriptRetentionDays: countUpTo(DAYS_MAX).optional(),
  recordingRetentionDays: countUpTo(DAYS_MAX).optional(),
  /** Permits receivers at a literal http://127.0.0.1:PORT, for laptops and tests. */
  webhookAllowLoopback: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
  /** Pauses between the attempts of a delivery. */
  webhookRetrySeconds: z
    .string()
    .regex(/^\s*\d+\s*(,\s*\d+\s*)*$/, 'must be a comma-separated list of seconds')
    .default(WEBHOOK_RETRY_SECONDS.join(',')),
  telephonyProvider: z
    .enum(CARRIER_NAMES, { error: `must be ${CARRIER_NAMES.map((name) => `"${name}"`).join(' or ')}` })
    .default('simulated'),
  ...CARRIER_VALUES,
  /**
   * Where the carrier's own conversation engine reaches our model endpoint; without it the carrier asks the model
   * itself.
   */
  modelEndpointUrl: Address.optional(),
  /** Secrets themselves, for laptops, or their names or ARNs in Secrets Manager. */
  ...each(secretValues, text.optional()),
  ...each(secretValues.map(secretIdOf), text.optional()),
  /** Other addresses of language models than their vendors' own: gateways, or stand-ins in tests. */
  ...each(MODEL_PROVIDERS.map(addressOf), Address.optional()),
});

export type Environment = z.output<typeof ENVIRONMENT>;
/** Some of the values, not yet checked. */
export type Values = { [Name in keyof Environment]?: string | undefined };

interface Checked {
  /** The values, with defaults in place of undefined ones. */
  values: Record<string, unknown>;
  /** One line for each wrong value, which names its variable. */
  problems: string[];
}

export const checkValues = (fields: Record<string, z.ZodType>, values: Record<string, string | undefined>): Checked => {
  const checked = Object.entries(values).map(([name, value]) => ({
    name,
    value,
    result: fields[name]?.safeParse(value),
  }));
  return {
    values: Object.fromEntries(checked.map(({ name, result }) => [name, result?.data])),
    problems: checked.flatMap(({ name, value, result }) =>
      value === undefined || result?.success
        ? []
        : [`${variableName(name)} ${result?.error.issues[0]?.message}, not "${value}".`],
    ),
  };
};
