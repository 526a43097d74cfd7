import type { Capability } from '#shared/runtime/capabilities.ts';
import type { Env, SecretName } from '#shared/runtime/env.ts';
import { capabilitiesOf, type FunctionDefinition } from './grants.ts';
import type { ScheduleResources, SharedResources } from './resources.ts';
import type { Settings } from './settings.ts';

type Values = { [Name in keyof Env | `${SecretName}SecretId`]?: string | undefined };

const secretId =
  (name: SecretName) =>
  ({ secrets }: SharedResources): Values => ({
    [`${name}SecretId`]: secrets[name]?.id,
  });

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

const OF_CAPABILITY: Record<Capability, (resources: SharedResources, settings: Settings) => Values> = {
  'table:read': ({ table }) => ({ tableName: table.tableName }),
  'table:write': ({ table }) => ({ tableName: table.tableName }),
  'dialQueue:send': ({ queues }) => ({ dialQueueUrl: queues.dial.queueUrl }),
  'campaignQueue:send': ({ queues }) => ({ campaignQueueUrl: queues.campaign.queueUrl }),
  'callEventQueue:send': ({ queues }) => ({ callEventQueueUrl: queues.callEvent.queueUrl }),
  'webhookQueue:send': ({ queues }) => ({ webhookQueueUrl: queues.webhook.queueUrl }),
  'numberQueue:send': ({ queues }) => ({ numberQueueUrl: queues.number.queueUrl }),
  'schedules:write': ({ queues, schedules }) => ({
    campaignQueueArn: queues.campaign.queueArn,
    ...schedulesOf(schedules),
  }),
  'numberSchedules:write': ({ queues, schedules }) => ({
    numberQueueArn: queues.number.queueArn,
    ...schedulesOf(schedules),
  }),
  'secret:stripeWebhook': secretId('stripeWebhook'),
  'secret:lemonSqueezyWebhook': secretId('lemonSqueezyWebhook'),
  'secret:webhookSigning': secretId('webhookSigning'),
  webhookReceivers: (_, { webhookRetrySeconds }) => ({ webhookRetrySeconds }),
  telephony: (_, { carrierUrl }) => ({ carrierUrl }),
};

/** What endpoints that verify a signature verify it with, by operation id, where that is no secret that they use. */
export const VERIFICATION: Record<string, (settings: Settings) => Values> = {
  receiveCallEvent: ({ carrierPublicKey }) => ({ carrierPublicKey }),
};

const verification = (definition: FunctionDefinition & { id: string }, settings: Settings): Values => {
  if (definition.kind !== 'endpoint' || typeof definition.auth !== 'function') return {};
  if (definition.uses.some((capability) => capability.startsWith('secret:'))) return {};
  const values = VERIFICATION[definition.id];
  if (values) return values(settings);
  throw new Error(`${definition.id} verifies a signature: say in VERIFICATION of infra/aws/environment.ts with what.`);
};

/** `tableName` is read from `TABLE_NAME`. */
export const variableName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The environment variables of a function: those its capabilities need, and no others. */
export const environmentOf = (
  definition: FunctionDefinition & { id: string },
  resources: SharedResources,
  settings: Settings,
): Record<string, string> => {
  const parts = capabilitiesOf(definition).map((capability) => OF_CAPABILITY[capability](resources, settings));
  const dialing = dials(definition) ? dialLimits(settings) : {};
  const http = definition.kind === 'worker' ? {} : { corsAllowedOrigins: settings.corsAllowedOrigins };
  const values: Values = Object.assign({}, ...parts, dialing, http, verification(definition, settings));
  const set = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [variableName(name), value]));
};
