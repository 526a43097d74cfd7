import { REQUEST_LIMIT, type RequestLimit } from '#shared/domain/account/request-rate.ts';
import { MODEL_PROVIDERS } from '#shared/domain/assistant/model-providers.ts';
import type { Retention } from '#shared/domain/privacy/retention.ts';
import type { ModelProvider } from '#shared/ports/language-models.ts';
import { type SecretName, type SecretValue, secretValue } from '#shared/ports/secrets.ts';
import type { CarrierEnvironment } from '#shared/providers/telephony/carrier-settings.ts';
import type { Environment } from './environment-schema.ts';
import { variableName } from './variable-name.ts';

/** The only file that reads the process environment. */

const given = (name: keyof Environment): string | undefined => process.env[variableName(name)] || undefined;

/** Read by the functions below. */
type SpecialName =
  | 'databaseReplyMaxMs'
  | 'metricsNamespace'
  | 'accountRequestsPerSecond'
  | 'accountRequestBurst'
  | 'transcriptRetentionDays'
  | 'recordingRetentionDays'
  | keyof CarrierEnvironment
  | `${ModelProvider}BaseUrl`
  | SecretValue
  | `${SecretValue}Id`;

const read = (name: keyof Environment): string => {
  const value = given(name);
  if (value !== undefined) return value;
  throw new Error(`The environment variable ${variableName(name)} is not set; this function cannot work without it.`);
};

/** Each value is read when it is used, so a Lambda needs only the variables of what it declares. */
export const env = new Proxy({} as Readonly<Omit<Environment, SpecialName>>, {
  get: (_, name) => read(name as keyof Environment),
});

/** What the chosen carrier reads; its settings were checked for what it needs when these values were set. */
export const carrierEnvironment = new Proxy({} as Readonly<CarrierEnvironment>, {
  get: (_, name) => given(name as keyof CarrierEnvironment),
});

/** The table's patience where it is not its own. */
export const databaseReplyMaxMs = (): number | undefined => Number(given('databaseReplyMaxMs')) || undefined;

const METRICS_NAMESPACE = 'VoiceCalling';

/** A deployment's own where it is set: several may share an AWS account. */
export const metricsNamespace = (): string => given('metricsNamespace') ?? METRICS_NAMESPACE;

/** Off unless one of the two is set. */
export const requestLimit = (): RequestLimit | null => {
  const [perSecond, burst] = [given('accountRequestsPerSecond'), given('accountRequestBurst')];
  if (!perSecond && !burst) return null;
  return { perSecond: Number(perSecond ?? REQUEST_LIMIT.perSecond), burst: Number(burst ?? REQUEST_LIMIT.burst) };
};

const daysOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** Off unless set. */
export const retentionBounds = (): Retention => ({
  transcript: daysOf(given('transcriptRetentionDays')),
  recording: daysOf(given('recordingRetentionDays')),
});

/** The value of a secret, or the name of the one of Secrets Manager that holds it. */
export const secretSource = (name: SecretName): { id: string | undefined; value: string | undefined } => {
  const value = secretValue(name);
  return { id: given(`${value}Id`), value: given(value) };
};

export const modelBaseUrls = (): Partial<Record<ModelProvider, string | undefined>> =>
  Object.fromEntries(MODEL_PROVIDERS.map((vendor) => [vendor, given(`${vendor}BaseUrl`)]));
