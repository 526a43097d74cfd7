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
  /** Base64 of the 32 raw bytes of the simulated carrier's Ed25519 public key. */
  carrierPublicKey: string | undefined;
  /** `simulated` or `telnyx`. */
  telephonyProvider: string;
  telnyxBaseUrl: string | undefined;
  /** As Telnyx' portal shows it: base64 of 32 bytes. */
  telnyxPublicKey: string | undefined;
  /** The Call Control application that calls go through. */
  telnyxConnectionId: string;
  /** The shell assistant; with it Telnyx' own conversation engine leads the calls. */
  telnyxAssistantId: string | undefined;
  /** Names of integration secrets at Telnyx: the voice vendor's key, and the token of our model endpoint. */
  telnyxVoiceKeyRef: string | undefined;
  telnyxModelKeyRef: string | undefined;
  /** Address of our model endpoint, as Telnyx reaches it; without it Telnyx asks the model itself. */
  modelEndpointUrl: string | undefined;
  recordingsBucket: string;
  conversationQueueUrl: string;
  endedCallQueueUrl: string;
  recordingQueueUrl: string;
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
  telephonyProvider: 'TELEPHONY_PROVIDER',
  telnyxBaseUrl: 'TELNYX_BASE_URL',
  telnyxPublicKey: 'TELNYX_PUBLIC_KEY',
  telnyxConnectionId: 'TELNYX_CONNECTION_ID',
  telnyxAssistantId: 'TELNYX_ASSISTANT_ID',
  telnyxVoiceKeyRef: 'TELNYX_VOICE_KEY_REF',
  telnyxModelKeyRef: 'TELNYX_MODEL_KEY_REF',
  modelEndpointUrl: 'MODEL_ENDPOINT_URL',
  recordingsBucket: 'RECORDINGS_BUCKET',
  conversationQueueUrl: 'CONVERSATION_QUEUE_URL',
  endedCallQueueUrl: 'ENDED_CALL_QUEUE_URL',
  recordingQueueUrl: 'RECORDING_QUEUE_URL',
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
  telephonyProvider: 'simulated',
};

const OPTIONAL: ReadonlySet<string> = new Set([
  'carrierPublicKey',
  'webhookRetrySeconds',
  'telnyxBaseUrl',
  'telnyxPublicKey',
  'telnyxAssistantId',
  'telnyxVoiceKeyRef',
  'telnyxModelKeyRef',
  'modelEndpointUrl',
]);
const NUMERIC: ReadonlySet<string> = new Set(['maxConcurrentCallsPerAccount', 'maxDialsPerSecond']);

/** `tableName` is read from `TABLE_NAME`. */
export const variableName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

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
  modelEndpoint: { value: 'MODEL_ENDPOINT_SECRET', id: 'MODEL_ENDPOINT_SECRET_ID' },
  telnyxApi: { value: 'TELNYX_API_KEY', id: 'TELNYX_API_KEY_ID' },
  openai: { value: 'OPENAI_API_KEY', id: 'OPENAI_API_KEY_ID' },
  anthropic: { value: 'ANTHROPIC_API_KEY', id: 'ANTHROPIC_API_KEY_ID' },
  google: { value: 'GOOGLE_API_KEY', id: 'GOOGLE_API_KEY_ID' },
  groq: { value: 'GROQ_API_KEY', id: 'GROQ_API_KEY_ID' },
  xai: { value: 'XAI_API_KEY', id: 'XAI_API_KEY_ID' },
} as const;
export type SecretName = keyof typeof SECRETS;

export const secretSource = (name: SecretName): { id: string | undefined; value: string | undefined } => ({
  id: process.env[SECRETS[name].id] || undefined,
  value: process.env[SECRETS[name].value] || undefined,
});

/** Vendors of language models that can be reached at another address than their own: a gateway, or a stand-in in tests. */
const MODEL_BASE_URLS = {
  openai: 'OPENAI_BASE_URL',
  anthropic: 'ANTHROPIC_BASE_URL',
  google: 'GOOGLE_BASE_URL',
  groq: 'GROQ_BASE_URL',
  xai: 'XAI_BASE_URL',
} as const;

export const modelBaseUrls = (): Partial<Record<keyof typeof MODEL_BASE_URLS, string>> =>
  Object.fromEntries(
    Object.entries(MODEL_BASE_URLS).flatMap(([vendor, variable]) => {
      const url = process.env[variable];
      return url ? [[vendor, url]] : [];
    }),
  );
