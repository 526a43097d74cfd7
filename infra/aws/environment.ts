import { type Capability, ofEachQueue } from '#shared/runtime/capabilities.ts';
import { type Env, type SecretName, variableName } from '#shared/runtime/env.ts';
import { capabilitiesOf, type FunctionDefinition } from './grants.ts';
import { MODEL_KEYS, type ScheduleResources, type SharedResources } from './resources.ts';
import type { Settings } from './settings.ts';

/** Each secret as the variable that names it is called in shared/runtime/env.ts: `STRIPE_WEBHOOK_SECRET_ID`. */
const SECRET_IDS = {
  stripeWebhook: 'stripeWebhookSecretId',
  lemonSqueezyWebhook: 'lemonSqueezyWebhookSecretId',
  webhookSigning: 'webhookSigningSecretId',
  modelEndpoint: 'modelEndpointSecretId',
  telnyxApi: 'telnyxApiKeyId',
  openai: 'openaiApiKeyId',
  anthropic: 'anthropicApiKeyId',
  google: 'googleApiKeyId',
  groq: 'groqApiKeyId',
  xai: 'xaiApiKeyId',
} as const satisfies Record<SecretName, string>;

type Values = { [Name in keyof Env | (typeof SECRET_IDS)[SecretName]]?: string | undefined };

const secretIds =
  (...names: SecretName[]) =>
  ({ secrets }: SharedResources): Values =>
    Object.fromEntries(names.map((name) => [SECRET_IDS[name], secrets[name]?.id]));

/** Which carrier, and where it is. */
const carrier = ({ telephonyProvider, telnyxBaseUrl, carrierUrl }: Settings): Values =>
  telephonyProvider === 'telnyx' ? { telephonyProvider, telnyxBaseUrl } : { telephonyProvider, carrierUrl };

const carrierKey = ({ telephonyProvider, telnyxPublicKey, carrierPublicKey }: Settings): Values =>
  telephonyProvider === 'telnyx' ? { telephonyProvider, telnyxPublicKey } : { telephonyProvider, carrierPublicKey };

const telnyx = (settings: Settings, { modelEndpointUrl }: SharedResources): Values => {
  if (settings.telephonyProvider !== 'telnyx') return {};
  const { telnyxConnectionId, telnyxAssistantId, telnyxVoiceKeyRef, telnyxModelKeyRef } = settings;
  return { telnyxConnectionId, telnyxAssistantId, telnyxVoiceKeyRef, telnyxModelKeyRef, modelEndpointUrl };
};

const recordingsBucket = ({ recordings }: SharedResources): Values => ({ recordingsBucket: recordings.bucketName });

/** The limits are checked at the dial, so they concern the consumer of the dial queue alone. */
const dials = (definition: FunctionDefinition): boolean =>
  definition.kind === 'worker' && 'queue' in definition.source && definition.source.queue === 'dial';

const dialLimits = ({ maxConcurrentCallsPerAccount, maxDialsPerSecond }: Settings): Values => ({
  maxConcurrentCallsPerAccount: maxConcurrentCallsPerAccount?.toString(),
  maxDialsPerSecond: maxDialsPerSecond?.toString(),
});

const schedulesOf = ({ groupName, roleArn }: ScheduleResources): Values => ({
  scheduleGroup: groupName,
  scheduleRoleArn: roleArn,
});

type ValuesOf = (resources: SharedResources, settings: Settings) => Values;

const OF_CAPABILITY: Record<Capability, ValuesOf> = {
  'table:read': ({ table }) => ({ tableName: table.tableName }),
  'table:write': ({ table }) => ({ tableName: table.tableName }),
  ...ofEachQueue<ValuesOf>((name) => ({ queues }) => ({ [`${name}QueueUrl`]: queues[name].queueUrl })),
  'schedules:write': ({ queues, schedules }) => ({
    campaignQueueArn: queues.campaign.queueArn,
    ...schedulesOf(schedules),
  }),
  'numberSchedules:write': ({ queues, schedules }) => ({
    numberQueueArn: queues.number.queueArn,
    ...schedulesOf(schedules),
  }),
  'secret:stripeWebhook': secretIds('stripeWebhook'),
  'secret:lemonSqueezyWebhook': secretIds('lemonSqueezyWebhook'),
  'secret:webhookSigning': secretIds('webhookSigning'),
  'secret:modelEndpoint': secretIds('modelEndpoint'),
  webhookReceivers: (_, { webhookRetrySeconds }) => ({ webhookRetrySeconds }),
  languageModels: secretIds(...MODEL_KEYS),
  'recordings:write': (resources, settings) => ({ ...recordingsBucket(resources), ...carrier(settings) }),
  'recordings:link': recordingsBucket,
  carrierWebhook: (_, settings) => carrierKey(settings),
  telephony: (resources, settings) => ({
    ...carrier(settings),
    ...telnyx(settings, resources),
    ...secretIds('telnyxApi')(resources),
  }),
  transcription: (_, { telephonyProvider, telnyxAssistantId }) => ({
    telephonyProvider,
    ...(telephonyProvider === 'telnyx' && { telnyxAssistantId }),
  }),
};

const verifies = (capability: Capability): boolean =>
  capability === 'carrierWebhook' || capability.startsWith('secret:');

/** @throws when an endpoint that verifies signatures declares nothing to verify them with. */
const assertVerifiable = (definition: FunctionDefinition & { id: string }): void => {
  if (definition.kind !== 'endpoint' || typeof definition.auth !== 'function') return;
  if (definition.uses.some(verifies)) return;
  throw new Error(`${definition.id} verifies a signature: its "uses" must list a secret or carrierWebhook.`);
};

const answersBrowsers = ({ kind }: FunctionDefinition): boolean => kind === 'endpoint' || kind === 'fallback';

/** The environment variables of a function: those its capabilities need, and no others. */
export const environmentOf = (
  definition: FunctionDefinition & { id: string },
  resources: SharedResources,
  settings: Settings,
): Record<string, string> => {
  assertVerifiable(definition);
  const parts = capabilitiesOf(definition).map((capability) => OF_CAPABILITY[capability](resources, settings));
  const dialing = dials(definition) ? dialLimits(settings) : {};
  const http = answersBrowsers(definition) ? { corsAllowedOrigins: settings.corsAllowedOrigins } : {};
  const values: Values = Object.assign({}, ...parts, dialing, http);
  const set = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [variableName(name), value]));
};
