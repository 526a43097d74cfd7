import { MODEL_PROVIDERS } from '#shared/domain/assistant/model-providers.ts';
import type { ModelProvider } from './language-models.ts';

export interface SecretSchema {
  /**
   * `Secret`: functions declare it, as `secret:stripeWebhook`. `Key`: an adapter reads it.
   */
  kind: 'Secret' | 'Key';
  /** Describes a secret that the deployment generates. People make all others and name them in the settings. */
  generated?: string;
}

type ModelKey = `${ModelProvider}Api`;

/** The key of a vendor of language models. */
export const modelKeyOf = (vendor: ModelProvider): ModelKey => `${vendor}Api`;
export const MODEL_KEYS = MODEL_PROVIDERS.map(modelKeyOf);

const modelKeys = Object.fromEntries(MODEL_KEYS.map((name) => [name, { kind: 'Key' }])) as Record<
  ModelKey,
  { kind: 'Key' }
>;

/**
 * Every secret of the product, one row each. Its capability, port, variables, permission and setting derive from its
 * row.
 */
export const SECRETS = {
  stripeWebhook: { kind: 'Secret' },
  lemonSqueezyWebhook: { kind: 'Secret' },
  /** The signing keys of all accounts derive from it. */
  webhookSigning: { kind: 'Secret', generated: 'Master secret of the keys that sign webhooks' },
  /** Authenticates the carrier's own conversation engine. */
  modelEndpoint: {
    kind: 'Secret',
    generated: "Bearer token of the carrier's conversation engine at the model endpoint",
  },
  /** Phone numbers within a team are known to the table by their hash with it. A lost one cannot be replaced. */
  numberHash: { kind: 'Key', generated: 'Key of the hashes by which the table knows phone numbers; never change it' },
  telnyxApi: { kind: 'Key' },
  ...modelKeys,
} as const satisfies Record<string, SecretSchema>;

export type SecretName = keyof typeof SECRETS;
export const SECRET_NAMES = Object.keys(SECRETS) as SecretName[];

type NameOf<Schema> = { [Name in SecretName]: (typeof SECRETS)[Name] extends Schema ? Name : never }[SecretName];
/** Those that functions declare. */
export type DeclaredSecret = NameOf<{ kind: 'Secret' }>;
export const DECLARED_SECRETS = SECRET_NAMES.filter((name): name is DeclaredSecret => SECRETS[name].kind === 'Secret');
/** Those that people make. */
export type NamedSecret = Exclude<SecretName, NameOf<{ generated: string }>>;

/** `stripeWebhookSecret`, `openaiApiKey`: the value that holds the secret itself. */
export type SecretValue<Name extends SecretName = SecretName> = Name extends SecretName
  ? `${Name}${(typeof SECRETS)[Name]['kind']}`
  : never;
export const secretValue = (name: SecretName): SecretValue => `${name}${SECRETS[name].kind}` as SecretValue;

/** A secret's value; undefined when none was configured. */
export type Secret = () => Promise<string | undefined>;
