import { MODEL_PROVIDERS } from '#shared/domain/assistant/model-providers.ts';
import type { ModelProvider } from '#shared/ports/language-models.ts';
import type { Environment } from './environment-schema.ts';
import { type SecretName, type SecretValue, secretValue } from './secrets.ts';

/** The only file that reads the process environment. */

/** `tableName` stands in `TABLE_NAME`. */
export const variableName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const given = (name: keyof Environment): string | undefined => process.env[variableName(name)] || undefined;

type OptionalName = {
  [Name in keyof Environment]-?: undefined extends Environment[Name] ? Name : never;
}[keyof Environment];
/** Read by the functions below. */
type DerivedName = `${ModelProvider}BaseUrl` | SecretValue | `${SecretValue}Id`;

/** What may be left out; the schema decides, and the compiler demands the same names here. */
const OPTIONAL: Record<Exclude<OptionalName, DerivedName>, true> = {
  carrierPublicKey: true,
  telnyxBaseUrl: true,
  telnyxPublicKey: true,
  telnyxAssistantId: true,
  telnyxVoiceKeyRef: true,
  telnyxModelKeyRef: true,
  modelEndpointUrl: true,
};

const read = (name: keyof Environment): string | undefined => {
  const value = given(name);
  if (value !== undefined || name in OPTIONAL) return value;
  throw new Error(`The environment variable ${variableName(name)} is not set; this function cannot work without it.`);
};

/** Each value is read when it is used, so a Lambda needs only the variables of what it declares. */
export const env = new Proxy({} as Readonly<Omit<Environment, DerivedName>>, {
  get: (_, name) => read(name as keyof Environment),
});

/** The value of a secret, or the name of the one of Secrets Manager that holds it. */
export const secretSource = (name: SecretName): { id: string | undefined; value: string | undefined } => {
  const value = secretValue(name);
  return { id: given(`${value}Id`), value: given(value) };
};

export const modelBaseUrls = (): Partial<Record<ModelProvider, string | undefined>> =>
  Object.fromEntries(MODEL_PROVIDERS.map((vendor) => [vendor, given(`${vendor}BaseUrl`)]));
