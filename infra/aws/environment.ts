import { Token } from 'aws-cdk-lib';
import { type Capability, ofEachQueue, ofEachSecret } from '#shared/ports/capabilities.ts';
import { MODEL_KEYS, type SecretName, secretValue } from '#shared/ports/secrets.ts';
import { CARRIER_SECRETS, CARRIER_SETTINGS } from '#shared/providers/telephony/carrier-settings.ts';
import type { CarrierSettings } from '#shared/providers/telephony/setting-values.ts';
import { checkValues, ENVIRONMENT, type Values } from '#shared/runtime/environment-schema.ts';
import { variableName } from '#shared/runtime/variable-name.ts';
import { capabilitiesOf, type FunctionDefinition } from './grants.ts';
import type { ScheduleResources, SharedResources } from './resources.ts';
import type { Settings } from './settings.ts';

type ValuesOf = (resources: SharedResources, settings: Settings) => Values;

const secretIds =
  (...names: SecretName[]) =>
  ({ secrets }: SharedResources): Values =>
    Object.fromEntries(names.map((name) => [`${secretValue(name)}Id`, secrets[name]?.id]));

/** What parts of the chosen carrier read. */
const carrier =
  (part: keyof CarrierSettings<string>['reads']): ValuesOf =>
  ({ modelEndpointUrl }, settings) => {
    const { telephonyProvider } = settings;
    const values: Values = { ...settings, modelEndpointUrl };
    const read: readonly (keyof Values)[] = CARRIER_SETTINGS[telephonyProvider].reads[part];
    return { telephonyProvider, ...Object.fromEntries(read.map((name) => [name, values[name]])) };
  };

const recordingsBucket = ({ recordings }: SharedResources): Values => ({ recordingsBucket: recordings.bucketName });

const schedulesOf = ({ groupName, roleArn }: ScheduleResources): Values => ({
  scheduleGroup: groupName,
  scheduleRoleArn: roleArn,
});

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
  ...ofEachSecret<ValuesOf>((name) => secretIds(name)),
  webhookReceivers: (_, { webhookRetrySeconds }) => ({ webhookAllowLoopback: 'false', webhookRetrySeconds }),
  webhookUrls: () => ({ webhookAllowLoopback: 'false' }),
  dialLimits: (_, { maxConcurrentCallsPerAccount, maxDialsPerSecond }) => ({
    maxConcurrentCallsPerAccount,
    maxDialsPerSecond,
  }),
  languageModels: secretIds(...MODEL_KEYS),
  'recordings:write': (resources, settings) => ({
    ...recordingsBucket(resources),
    ...carrier('recordings')(resources, settings),
  }),
  'recordings:link': recordingsBucket,
  carrierWebhook: carrier('webhook'),
  telephony: (resources, settings) => ({
    ...carrier('telephony')(resources, settings),
    ...secretIds(...CARRIER_SECRETS)(resources),
  }),
  transcription: carrier('transcription'),
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

const isKnown = ([, value]: [string, string | undefined]): boolean => !Token.isUnresolved(value);

/** The values with their defaults. @throws when one does not fit; those that only a deployment knows are left alone. */
const checked = (id: string, values: Values): Values => {
  const known = Object.fromEntries(Object.entries(values).filter(isKnown));
  const { values: complete, problems } = checkValues(ENVIRONMENT.shape, known);
  if (problems.length > 0) throw new Error(`The environment of ${id} does not fit: ${problems.join(' ')}`);
  return { ...values, ...complete };
};

/** The environment variables of a function: those its capabilities need, and no others. */
export const environmentOf = (
  definition: FunctionDefinition & { id: string },
  resources: SharedResources,
  settings: Settings,
): Record<string, string> => {
  assertVerifiable(definition);
  const parts = capabilitiesOf(definition).map((capability) => OF_CAPABILITY[capability](resources, settings));
  const http = answersBrowsers(definition) ? { corsAllowedOrigins: settings.corsAllowedOrigins } : {};
  const values = checked(definition.id, Object.assign({}, ...parts, http));
  const set = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [variableName(name), value]));
};
