/**
 * The only file that reads the process environment.
 *
 * AWS endpoints are not here: the SDK itself honours AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_SQS and
 * AWS_ENDPOINT_URL_SCHEDULER, which is all that differs between a laptop and AWS.
 */
export interface Env {
  tableName: string;
  dialQueueUrl: string;
  campaignQueueUrl: string;
  callEventQueueUrl: string;
  /** Target and identity of the schedules that wake campaigns. */
  campaignQueueArn: string;
  scheduleGroup: string;
  scheduleRoleArn: string;
  /** Base address of the carrier's HTTP interface. */
  carrierUrl: string;
  /** Base64 of the 32 raw bytes of the carrier's Ed25519 public key. */
  carrierPublicKey: string | undefined;
  /** Comma-separated origins, or `*`. */
  corsAllowedOrigins: string;
  /** Live calls of one account, over all its campaigns. */
  maxConcurrentCallsPerAccount: number;
  /** Dials of one account per second, over all its campaigns. */
  maxDialsPerSecond: number;
  webhookQueueUrl: string;
  numberQueueUrl: string;
  numberQueueArn: string;
  /** `true` permits receivers at a literal http://127.0.0.1:PORT. For laptops and tests. */
  webhookAllowLoopback: string;
  /** Pauses between the attempts of a delivery, comma-separated seconds; by default the schedule of `webhook-retries.ts`. */
  webhookRetrySeconds: string | undefined;
}

const VARIABLES: Record<keyof Env, string> = {
  tableName: 'TABLE_NAME',
  dialQueueUrl: 'DIAL_QUEUE_URL',
  campaignQueueUrl: 'CAMPAIGN_QUEUE_URL',
  callEventQueueUrl: 'CALL_EVENT_QUEUE_URL',
  campaignQueueArn: 'CAMPAIGN_QUEUE_ARN',
  scheduleGroup: 'SCHEDULE_GROUP',
  scheduleRoleArn: 'SCHEDULE_ROLE_ARN',
  carrierUrl: 'CARRIER_URL',
  carrierPublicKey: 'CARRIER_PUBLIC_KEY',
  corsAllowedOrigins: 'CORS_ALLOWED_ORIGINS',
  maxConcurrentCallsPerAccount: 'MAX_CONCURRENT_CALLS_PER_ACCOUNT',
  maxDialsPerSecond: 'MAX_DIALS_PER_SECOND',
  webhookQueueUrl: 'WEBHOOK_QUEUE_URL',
  numberQueueUrl: 'NUMBER_QUEUE_URL',
  numberQueueArn: 'NUMBER_QUEUE_ARN',
  webhookAllowLoopback: 'WEBHOOK_ALLOW_LOOPBACK',
  webhookRetrySeconds: 'WEBHOOK_RETRY_SECONDS',
};

const DEFAULTS: Partial<Record<keyof Env, string>> = {
  corsAllowedOrigins: '*',
  maxConcurrentCallsPerAccount: '100',
  maxDialsPerSecond: '30',
  webhookAllowLoopback: 'false',
};

const OPTIONAL: ReadonlySet<string> = new Set(['carrierPublicKey', 'webhookRetrySeconds']);
const NUMERIC: ReadonlySet<string> = new Set(['maxConcurrentCallsPerAccount', 'maxDialsPerSecond']);

const read = (name: keyof Env): unknown => {
  const variable = VARIABLES[name];
  const text = process.env[variable] || DEFAULTS[name];
  if (text === undefined) {
    if (OPTIONAL.has(name)) return undefined;
    throw new Error(`The environment variable ${variable} is not set; this function cannot work without it.`);
  }
  if (!NUMERIC.has(name)) return text;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) {
    throw new Error(`The environment variable ${variable} must be a whole number of at least 1, not "${text}".`);
  }
  return number;
};

/** Each value is read when it is first used, so a Lambda needs only the variables of what it declares. */
export const env: Env = new Proxy({} as Env, { get: (_, name: string) => read(name as keyof Env) });

/** Secrets: the variable that holds the value, and the one that names a secret of Secrets Manager instead. */
const SECRETS = {
  stripeWebhook: { value: 'STRIPE_WEBHOOK_SECRET', id: 'STRIPE_WEBHOOK_SECRET_ID' },
  lemonSqueezyWebhook: { value: 'LEMON_SQUEEZY_WEBHOOK_SECRET', id: 'LEMON_SQUEEZY_WEBHOOK_SECRET_ID' },
  webhookSigning: { value: 'WEBHOOK_SIGNING_SECRET', id: 'WEBHOOK_SIGNING_SECRET_ID' },
} as const;
export type SecretName = keyof typeof SECRETS;

export const secretSource = (name: SecretName): { id: string | undefined; value: string | undefined } => ({
  id: process.env[SECRETS[name].id] || undefined,
  value: process.env[SECRETS[name].value] || undefined,
});
