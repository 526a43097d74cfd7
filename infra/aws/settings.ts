import * as z from 'zod';

const text = z.string().trim().min(1).optional();
const count = z.coerce.number().int().min(1).optional();
const SECRET_NAME = /^[\w/+=.@-]+$/;
const secret = z.string().regex(SECRET_NAME, 'is the name of a Secrets Manager secret').optional();

const address = z.url({ protocol: /^https$/, error: 'is an https:// address' }).optional();
const publicKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'is the base64 of the 32 bytes of an Ed25519 public key')
  .optional();

/**
 * Everything a deployment chooses, given as CDK context (`-c name=value` or cdk.json). A setting that is left out keeps
 * the default of the Lambdas (shared/runtime/env.ts) or leaves the feature off.
 */
const Shape = z.object({
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,60}$/, 'starts with a letter; letters, digits, hyphens')
    .default('VoiceAssistantCalling'),
  /** False for test deployments: the table and the logs go away with the stack. */
  retain: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], 'is true or false')
    .default(true),
  telephonyProvider: z.enum(['simulated', 'telnyx'], 'is simulated or telnyx').optional(),
  carrierUrl: address,
  carrierPublicKey: publicKey,
  /** The Call Control application that calls go through. */
  telnyxConnectionId: text,
  telnyxPublicKey: publicKey,
  telnyxApiKeySecretName: secret,
  /** With its version: `https://api.telnyx.com/v2`. */
  telnyxBaseUrl: address,
  /** The shell assistant; with it Telnyx' own conversation engine leads the calls. */
  telnyxAssistantId: text,
  /** Names of integration secrets at Telnyx. */
  telnyxVoiceKeyRef: text,
  telnyxModelKeyRef: text,
  corsAllowedOrigins: text,
  maxConcurrentCallsPerAccount: count,
  maxDialsPerSecond: count,
  /** Names of Secrets Manager secrets; the values never pass through a template, a shell or a CI log. */
  stripeWebhookSecretName: secret,
  lemonSqueezyWebhookSecretName: secret,
  openaiApiKeySecretName: secret,
  anthropicApiKeySecretName: secret,
  googleApiKeySecretName: secret,
  groqApiKeySecretName: secret,
  xaiApiKeySecretName: secret,
  /** Recordings are deleted after this; left out, they are kept. */
  recordingRetentionDays: count,
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
export type Settings = z.output<typeof Shape>;

const NEEDED_FOR_TELNYX = ['telnyxConnectionId', 'telnyxPublicKey', 'telnyxApiKeySecretName'] as const;

const Settings = Shape.superRefine((settings, { addIssue }) => {
  if (settings.telephonyProvider !== 'telnyx') return;
  for (const name of NEEDED_FOR_TELNYX) {
    if (settings[name] === undefined) {
      addIssue({ code: 'custom', path: [name], message: 'is needed where telephonyProvider is telnyx' });
    }
  }
});

/** @throws when a setting is malformed; the message names each one and says what it must be. */
export const readSettings = (contextValue: (name: string) => unknown): Settings => {
  const given = Object.keys(Shape.shape).map((name) => [name, contextValue(name) ?? undefined] as const);
  const result = Settings.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new Error(`The deployment settings cannot be used (infra/README.md lists them):\n${problems.join('\n')}`);
};
