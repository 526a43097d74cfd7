import { delimiter, resolve } from 'node:path';
import * as z from 'zod';
import { MODEL_KEYS, secretValue } from '#shared/ports/secrets.ts';
import { CARRIER_SETTINGS, type CarrierName } from '#shared/providers/telephony/carrier-settings.ts';
import { checkValues, ENVIRONMENT, type Environment, type Values } from '#shared/runtime/environment-schema.ts';
import { variableName } from '#shared/runtime/variable-name.ts';
import type { QueueName } from '#shared/schemas/messages.ts';
import { LOCAL_ACCOUNT, LOCAL_CREDENTIALS, LOCAL_REGION, NAME_PREFIX, RECORDINGS_BUCKET } from './local-aws.ts';
import { isLoopbackName } from './loopback.ts';
import { StartError } from './start-error.ts';

/** The laptop's only contact with the process environment: settings read from it, and what the Lambdas find in it. */

const DEFAULT_PORT = 3_000;
const DEFAULT_RECEIVER_PORT = 4_000;
const DEFAULT_STATE_DIR = '.local';
const DEFAULT_CARRIER_SPEED = 1;
/** Everything of the service shares one process and one database, so a busy moment is no fault. */
const DATABASE_REPLY_MAX_MS = 20_000;
const LARGEST_PORT = 65_535;

export const LOCAL_TABLE_NAME = NAME_PREFIX;
const SCHEDULE_GROUP = NAME_PREFIX;

const HOST_NAME = /^(?!-)[a-z\d-]+(\.[a-z\d-]+)*$/;

const hostNames = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
  .refine((names) => names.every((name) => HOST_NAME.test(name)), {
    error: 'must be a comma-separated list of host names',
  })
  .optional();

const number = (isFit: (value: number) => boolean, error: string) =>
  z.string().transform(Number).refine(isFit, { error }).optional();

/** What is checked at the start: the values of the functions, and the numbers of the laptop itself. */
const FIELDS = {
  ...ENVIRONMENT.shape,
  port: number(
    (port) => Number.isInteger(port) && port >= 0 && port <= LARGEST_PORT,
    `must be a whole number from 0 to ${LARGEST_PORT}`,
  ),
  publicHosts: hostNames,
  carrierSpeed: number((speed) => Number.isFinite(speed) && speed > 0, 'must be a number above 0'),
};
type FieldName = keyof typeof FIELDS;
const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** `stateDir` stands in STATE_DIR. */
const given = (name: string): string | undefined => process.env[variableName(name)] || undefined;

const allGiven = (names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, given(name)]));

const assertNone = (problems: string[]): void => {
  if (problems.length > 0) throw new StartError(problems.join('\n'));
};

const checked = <Name extends FieldName>(name: Name): z.output<(typeof FIELDS)[Name]> => {
  const { values, problems } = checkValues(FIELDS, allGiven([name]));
  assertNone(problems);
  return values[name] as z.output<(typeof FIELDS)[Name]>;
};

/** A carrier without these would fail every call, and its events could not be verified. */
const missingFor = (carrier: CarrierName): string[] => {
  const { needed, secrets } = CARRIER_SETTINGS[carrier];
  const missing = [...secrets.map(secretValue), ...needed].filter((name) => given(name) === undefined);
  if (missing.length === 0) return [];
  return [`TELEPHONY_PROVIDER=${carrier} needs ${missing.map(variableName).join(', ')} too.`];
};

const isKeyGiven = (name: string): boolean => (given(name) ?? given(`${name}Id`)) !== undefined;

const modelKeys = MODEL_KEYS.map(secretValue);
const modelVariables = modelKeys.map(variableName);
const NO_MODEL_KEY = `No key of a language model is set, so an offline script answers in place of the models; set ${modelVariables.slice(0, -1).join(', ')} or ${modelVariables.at(-1)}.`;
const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && isLoopbackName(new URL(address).hostname);

/** Where the carrier reaches our model endpoint: this machine only if the carrier runs here too, as a stand-in does. */
const modelEndpointUrl = (carrier: CarrierName, localUrl: string): string | undefined =>
  given('modelEndpointUrl') ?? (isLoopback(given(CARRIER_SETTINGS[carrier].address)) ? localUrl : undefined);

export const settings = {
  /** @throws StartError that names each wrong variable and says what it must be. */
  check(): void {
    const { values, problems } = checkValues(FIELDS, allGiven(FIELD_NAMES));
    assertNone([...problems, ...missingFor((values as Partial<Environment>).telephonyProvider ?? 'simulated')]);
  },
  port: (): number => checked('port') ?? DEFAULT_PORT,
  /** The port of the webhook receiver, which listens beside the service. */
  receiverPort: (): number => checked('port') ?? DEFAULT_RECEIVER_PORT,
  /** Set where the receiver verifies events of a service that does not run here. */
  verificationKeys(): { call?: string; billing?: string } | undefined {
    const [call, billing] = [given('callVerificationKey'), given('billingVerificationKey')];
    return call || billing ? { ...(call && { call }), ...(billing && { billing }) } : undefined;
  },
  stateDir: (): string => resolve(given('stateDir') ?? DEFAULT_STATE_DIR),
  /** Names by which the API may be reached beside those of this machine: as given, and where the carrier finds it. */
  publicHosts(): string[] {
    const modelEndpoint = given('modelEndpointUrl');
    return [...(checked('publicHosts') ?? []), ...(modelEndpoint ? [new URL(modelEndpoint).hostname] : [])];
  },
  carrierSpeed: (): number => checked('carrierSpeed') ?? DEFAULT_CARRIER_SPEED,
  telephonyProvider: (): CarrierName => checked('telephonyProvider'),
  /** What calls will lack for want of a variable, a line each. */
  notices(): string[] {
    const carrier = settings.telephonyProvider();
    const readable = (name: string) =>
      name === 'modelEndpointUrl' ? modelEndpointUrl(carrier, 'nearby') : given(name);
    return [...(modelKeys.some(isKeyGiven) ? [] : [NO_MODEL_KEY]), ...CARRIER_SETTINGS[carrier].notices(readable)];
  },
  dynamodbEndpoint: (): string | undefined => given('awsEndpointUrlDynamodb'),
  databaseReplyMaxMs: (): number => Number(checked('databaseReplyMaxMs') ?? DATABASE_REPLY_MAX_MS),
  /** The folders in which programs are looked for. */
  programFolders: (): string[] => (given('path') ?? '').split(delimiter).filter((folder) => folder !== ''),
  dynamodbLocalJar: (): string | undefined => given('dynamodbLocalJar'),
  /** Set where the commands are meant for a deployed service. */
  tableName: (): string | undefined => given('tableName'),
  region: (): string | undefined => process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION || undefined,
  baseUrl: (): string | undefined => given('baseUrl'),
  /** The bucket of a deployed service. */
  recordingsBucket: (): string | undefined => given('recordingsBucket'),
  /** Itself, or the secret that holds it. */
  isNumberHashGiven: (): boolean => isKeyGiven('numberHashKey'),
  numberHashKey: (): string | undefined => given('numberHashKey'),
};

const setAll = (variables: Record<string, string>): void => {
  for (const [name, value] of Object.entries(variables)) process.env[name] = value;
};

/** Points the AWS clients of this process at a DynamoDB on this machine, whatever profile the person uses for AWS. */
export const useLocalAws = (dynamodbUrl: string, tableName: string, secretAccessKey: string): void => {
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_ENDPOINT_URL']) delete process.env[name];
  setAll({
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'false',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
    TABLE_NAME: tableName,
  });
};

/** The AWS region of the deployment that a command is meant for, in place of the one in the environment. */
export const useRegion = (region: string): void => setAll({ AWS_REGION: region });

/** The same for its queues. */
export const useLocalQueues = (sqsUrl: string): void => setAll({ AWS_ENDPOINT_URL_SQS: sqsUrl });

/** Lets numbers be looked up in a laptop's table. */
export const useNumberHashKey = (numberHashKey: string): void =>
  setAll({ NUMBER_HASH_KEY: given('numberHashKey') ?? numberHashKey });

/** The same for its bucket, and lets numbers be looked up in its table. */
export const useLocalBucket = (s3Url: string, numberHashKey: string): void => {
  setAll({ AWS_ENDPOINT_URL_S3: s3Url });
  useNumberHashKey(numberHashKey);
};

interface LocalServices {
  dynamodbUrl: string;
  /** S3 is at the same address. */
  sqsUrl: string;
  schedulerUrl: string;
  queues: Record<QueueName, { url: string; arn: string }>;
  telephonyProvider: CarrierName;
  /** The simulated carrier, where it runs. */
  carrier: { url: string; publicKey: string } | undefined;
  webhookSigningSecret: string;
  numberHashKey: string | undefined;
  modelEndpointUrl: string;
  modelEndpointSecret: string;
  /** Where the dashboard is built into. */
  siteDir: string;
}

/** What the Lambdas find in their environment; set before the first of them is loaded. */
export const setLambdaEnvironment = (services: LocalServices): void => {
  const { dynamodbUrl, sqsUrl, schedulerUrl, queues, telephonyProvider, carrier, siteDir } = services;
  const queueUrls = Object.entries(queues).map(([name, { url }]) => [`${name}QueueUrl`, url]);
  const local: Values = {
    tableName: LOCAL_TABLE_NAME,
    ...Object.fromEntries(queueUrls),
    recordingsBucket: RECORDINGS_BUCKET,
    recordingsOrigin: sqsUrl,
    siteDir,
    databaseReplyMaxMs: String(settings.databaseReplyMaxMs()),
    telephonyProvider,
    ...(carrier && { carrierUrl: carrier.url, carrierPublicKey: carrier.publicKey }),
    scheduleGroup: SCHEDULE_GROUP,
    scheduleRoleArn: `arn:aws:iam::${LOCAL_ACCOUNT}:role/${SCHEDULE_GROUP}`,
    campaignQueueArn: queues.campaign.arn,
    dialQueueArn: queues.dial.arn,
    numberQueueArn: queues.number.arn,
    webhookAllowLoopback: given('webhookAllowLoopback') ?? 'true',
    webhookSigningSecret: services.webhookSigningSecret,
    numberHashKey: services.numberHashKey,
    modelEndpointUrl: modelEndpointUrl(telephonyProvider, services.modelEndpointUrl),
    modelEndpointSecret: given('modelEndpointSecret') ?? services.modelEndpointSecret,
  };
  const { values, problems } = checkValues(ENVIRONMENT.shape, {
    ...allGiven(Object.keys(ENVIRONMENT.shape)),
    ...local,
  });
  assertNone(problems);
  useLocalAws(dynamodbUrl, LOCAL_TABLE_NAME, LOCAL_CREDENTIALS.secretAccessKey);
  setAll({
    AWS_ENDPOINT_URL_SQS: sqsUrl,
    AWS_ENDPOINT_URL_S3: sqsUrl,
    AWS_ENDPOINT_URL_SCHEDULER: schedulerUrl,
  });
  const set = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[variableName(name), value]],
  );
  setAll(Object.fromEntries(set));
};
