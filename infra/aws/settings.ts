import * as z from 'zod';

const text = z.string().trim().min(1).optional();
const count = z.coerce.number().int().min(1).optional();
const SECRET_NAME = /^[\w/+=.@-]+$/;
const secret = z.string().regex(SECRET_NAME, 'is the name of a Secrets Manager secret').optional();

/**
 * Everything a deployment chooses, given as CDK context (`-c name=value` or cdk.json). A setting that is left out keeps
 * the default of the Lambdas (shared/runtime/env.ts) or leaves the feature off.
 */
const Settings = z.object({
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,60}$/, 'starts with a letter; letters, digits, hyphens')
    .default('VoiceAssistantCalling'),
  /** False for test deployments: the table and the logs go away with the stack. */
  retain: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], 'is true or false')
    .default(true),
  carrierUrl: z.url({ protocol: /^https$/, error: 'is an https:// address' }).optional(),
  carrierPublicKey: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'is the base64 of the 32 bytes of an Ed25519 public key')
    .optional(),
  corsAllowedOrigins: text,
  maxConcurrentCallsPerAccount: count,
  maxDialsPerSecond: count,
  /** Names of Secrets Manager secrets; the values never pass through a template, a shell or a CI log. */
  stripeWebhookSecretName: secret,
  lemonSqueezyWebhookSecretName: secret,
  /** Seconds between the attempts of a webhook delivery. */
  webhookRetrySeconds: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'is a comma-separated list of seconds')
    .optional(),
  /** SNS topic that alarms notify. */
  alarmTopicArn: z
    .string()
    .regex(/^arn:[\w-]+:sns:\S+$/, 'is the ARN of an SNS topic')
    .optional(),
});
export type Settings = z.output<typeof Settings>;

/** @throws when a setting is malformed; the message names each one and says what it must be. */
export const readSettings = (contextValue: (name: string) => unknown): Settings => {
  const given = Object.keys(Settings.shape).map((name) => [name, contextValue(name) ?? undefined] as const);
  const result = Settings.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new Error(`The deployment settings cannot be used (infra/README.md lists them):\n${problems.join('\n')}`);
};
