import { resolve } from 'node:path';
import { parseRetrySeconds } from '#shared/domain/webhook/retries.ts';
import { variableName } from '#shared/runtime/env.ts';
import { QUEUE_NAMES, type QueueName } from '#shared/schemas/messages.ts';
import { LOCAL_ACCOUNT, LOCAL_CREDENTIALS, LOCAL_REGION } from './process/local-aws.ts';
import { StartError } from './process/start-error.ts';
import { type Queue, RECORDINGS_BUCKET } from './queues/sqs.ts';

/** The laptop's only contact with the process environment: settings read from it, and what the Lambdas find in it. */

const DEFAULT_PORT = 3_000;
const DEFAULT_RECEIVER_PORT = 4_000;
const DEFAULT_STATE_DIR = '.local';
const DEFAULT_CARRIER_SPEED = 1;
const LARGEST_PORT = 65_535;

export const LOCAL_TABLE_NAME = 'voice-assistant-calling';
const SCHEDULE_GROUP = 'voice-assistant-calling';

export type TelephonyProvider = 'simulated' | 'telnyx';

const NEEDED_FOR_TELNYX = ['TELNYX_API_KEY', 'TELNYX_PUBLIC_KEY', 'TELNYX_CONNECTION_ID'];
const PUBLIC_KEY_BYTES = 32;
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];
const MODEL_KEYS = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_API_KEY', 'GROQ_API_KEY', 'XAI_API_KEY'];

const given = (name: string): string | undefined => process.env[name] || undefined;

const assertAddress = (variable: string): void => {
  const text = given(variable);
  if (text === undefined || /^https?:$/.test(URL.parse(text)?.protocol ?? '')) return;
  throw new StartError(`${variable} must be an address that begins with http:// or https://, not "${text}".`);
};

/** A mistake here would be told by every call, and by no call's events. */
const assertTelnyx = (): void => {
  const missing = NEEDED_FOR_TELNYX.filter((variable) => given(variable) === undefined);
  if (missing.length > 0) throw new StartError(`TELEPHONY_PROVIDER=telnyx needs ${missing.join(', ')} too.`);
  if (Buffer.from(given('TELNYX_PUBLIC_KEY') ?? '', 'base64').length !== PUBLIC_KEY_BYTES) {
    throw new StartError(`TELNYX_PUBLIC_KEY must be base64 of ${PUBLIC_KEY_BYTES} bytes, as Telnyx' portal shows it.`);
  }
  for (const variable of ['TELNYX_BASE_URL', 'MODEL_ENDPOINT_URL']) assertAddress(variable);
};

/** A key, or the name of the secret that holds it. */
const isKeyGiven = (variable: string): boolean => (given(variable) ?? given(`${variable}_ID`)) !== undefined;

const NO_MODEL_KEY = `No key of a language model is set, so an offline script answers in place of the models; set ${MODEL_KEYS.slice(0, -1).join(', ')} or ${MODEL_KEYS.at(-1)}.`;
const NO_VOICE_KEY =
  "ElevenLabs voices need TELNYX_VOICE_KEY_REF, the name of the integration secret at Telnyx with ElevenLabs' key; Azure voices do not.";

const NO_MODEL_ENDPOINT =
  "An assistant's temperature and max_tokens have no effect: set MODEL_ENDPOINT_URL to <public base_url>/llm, where Telnyx reaches this machine's model endpoint.";

/** Where the carrier reaches our model endpoint: this machine only if the carrier runs here too, as a stand-in does. */
const modelEndpointUrl = (localUrl: string): string | undefined => {
  const isNearby = LOOPBACK_HOSTS.includes(new URL(given('TELNYX_BASE_URL') ?? 'https://api.telnyx.com').hostname);
  return given('MODEL_ENDPOINT_URL') ?? (isNearby ? localUrl : undefined);
};

const portOr = (fallback: number): number => {
  const text = given('PORT');
  const port = text === undefined ? fallback : Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= LARGEST_PORT) return port;
  throw new StartError(`PORT must be a whole number from 0 to ${LARGEST_PORT}, not "${text}".`);
};

export const settings = {
  port: (): number => portOr(DEFAULT_PORT),
  /** Of the webhook receiver, which listens beside the service. */
  receiverPort: (): number => portOr(DEFAULT_RECEIVER_PORT),
  /** Set where the receiver verifies events of a service that does not run here. */
  verificationKeys(): { call?: string; billing?: string } | undefined {
    const [call, billing] = [given('CALL_VERIFICATION_KEY'), given('BILLING_VERIFICATION_KEY')];
    return call || billing ? { ...(call && { call }), ...(billing && { billing }) } : undefined;
  },
  stateDir: (): string => resolve(given('STATE_DIR') ?? DEFAULT_STATE_DIR),
  carrierSpeed(): number {
    const text = given('CARRIER_SPEED');
    const speed = text === undefined ? DEFAULT_CARRIER_SPEED : Number(text);
    if (Number.isFinite(speed) && speed > 0) return speed;
    throw new StartError(`CARRIER_SPEED must be a number above 0, not "${text}".`);
  },
  telephonyProvider(): TelephonyProvider {
    const name = given('TELEPHONY_PROVIDER') ?? 'simulated';
    if (name !== 'simulated' && name !== 'telnyx') {
      throw new StartError(`TELEPHONY_PROVIDER must be "simulated" or "telnyx", not "${name}".`);
    }
    if (name === 'telnyx') assertTelnyx();
    return name;
  },
  /** What calls will lack for want of a variable, a line each. */
  notices(): string[] {
    const isTelnyx = given('TELEPHONY_PROVIDER') === 'telnyx';
    const isHosted = isTelnyx && given('TELNYX_ASSISTANT_ID') !== undefined;
    return [
      ...(MODEL_KEYS.some(isKeyGiven) ? [] : [NO_MODEL_KEY]),
      ...(isTelnyx && given('TELNYX_VOICE_KEY_REF') === undefined ? [NO_VOICE_KEY] : []),
      ...(isHosted && modelEndpointUrl('nearby') === undefined ? [NO_MODEL_ENDPOINT] : []),
    ];
  },
  dynamodbEndpoint: (): string | undefined => given('AWS_ENDPOINT_URL_DYNAMODB'),
  dynamodbLocalJar: (): string | undefined => given('DYNAMODB_LOCAL_JAR'),
  /** Set where the commands are meant for a deployed service. */
  tableName: (): string | undefined => given('TABLE_NAME'),
  baseUrl: (): string | undefined => given('BASE_URL'),
};

const setAll = (variables: Record<string, string>): void => {
  for (const [name, value] of Object.entries(variables)) process.env[name] = value;
};

/** Points the AWS clients of this process at a DynamoDB on this machine, whatever profile the person uses for AWS. */
export const useLocalAws = (dynamodbUrl: string, tableName: string): void => {
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_ENDPOINT_URL']) delete process.env[name];
  setAll({
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'false',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
    TABLE_NAME: tableName,
  });
};

export interface LocalServices {
  dynamodbUrl: string;
  sqsUrl: string;
  schedulerUrl: string;
  queues: Record<QueueName, Queue>;
  telephonyProvider: TelephonyProvider;
  /** The simulated carrier, where it runs. */
  carrier: { url: string; publicKey: string } | undefined;
  webhookSigningSecret: string;
  modelEndpointUrl: string;
  modelEndpointSecret: string;
}

/** A mistyped schedule is told at the start, not by every delivery. */
const assertRetrySchedule = (): void => {
  try {
    parseRetrySeconds(given('WEBHOOK_RETRY_SECONDS'));
  } catch (error) {
    throw new StartError(`WEBHOOK_RETRY_SECONDS cannot be read. ${(error as Error).message}`);
  }
};

/** What the Lambdas find in their environment; set before the first of them is loaded. */
export const setLambdaEnvironment = (services: LocalServices): void => {
  assertRetrySchedule();
  useLocalAws(services.dynamodbUrl, LOCAL_TABLE_NAME);
  setAll({
    AWS_ENDPOINT_URL_SQS: services.sqsUrl,
    AWS_ENDPOINT_URL_S3: services.sqsUrl,
    RECORDINGS_BUCKET,
    AWS_ENDPOINT_URL_SCHEDULER: services.schedulerUrl,
    TELEPHONY_PROVIDER: services.telephonyProvider,
    ...(services.carrier && { CARRIER_URL: services.carrier.url, CARRIER_PUBLIC_KEY: services.carrier.publicKey }),
    SCHEDULE_GROUP,
    SCHEDULE_ROLE_ARN: `arn:aws:iam::${LOCAL_ACCOUNT}:role/${SCHEDULE_GROUP}`,
    CAMPAIGN_QUEUE_ARN: services.queues.campaign.arn,
    NUMBER_QUEUE_ARN: services.queues.number.arn,
    WEBHOOK_ALLOW_LOOPBACK: given('WEBHOOK_ALLOW_LOOPBACK') ?? 'true',
    WEBHOOK_SIGNING_SECRET: services.webhookSigningSecret,
    MODEL_ENDPOINT_URL: modelEndpointUrl(services.modelEndpointUrl) ?? '',
    MODEL_ENDPOINT_SECRET: given('MODEL_ENDPOINT_SECRET') ?? services.modelEndpointSecret,
  });
  for (const name of QUEUE_NAMES) setAll({ [variableName(`${name}QueueUrl`)]: services.queues[name].url });
};
