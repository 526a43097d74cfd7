import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { SecretResource, SharedResources } from '#infra/aws/resources.ts';
import type { Settings } from '#infra/aws/settings.ts';

/** Characters of a secret made here: 62 possible each, so 381 bits. */
const SECRET_CHARS = 64;

/** Of a secret that is known by name alone, the ARN ends in six more characters. */
const named = (scope: Construct, id: string, name: string | undefined): SecretResource | undefined =>
  name === undefined ? undefined : { id: name, arn: `${Secret.fromSecretNameV2(scope, id, name).secretArn}-??????` };

const generated = (scope: Construct, id: string, description: string, { retain }: Settings): SecretResource => {
  const { secretArn } = new Secret(scope, id, {
    description,
    generateSecretString: { passwordLength: SECRET_CHARS, excludePunctuation: true },
    removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  return { id: secretArn, arn: secretArn };
};

/**
 * The secrets that functions read at run time. Those of vendors are made by people and named in the settings; our own are
 * made here and kept with the table: with others, receivers would refuse our webhooks, and we the carrier's questions.
 */
export const productSecrets = (scope: Construct, settings: Settings): SharedResources['secrets'] => ({
  stripeWebhook: named(scope, 'StripeWebhookSecret', settings.stripeWebhookSecretName),
  lemonSqueezyWebhook: named(scope, 'LemonSqueezyWebhookSecret', settings.lemonSqueezyWebhookSecretName),
  webhookSigning: generated(scope, 'WebhookSigningSecret', 'Master secret of the keys that sign webhooks', settings),
  modelEndpoint: generated(
    scope,
    'ModelEndpointSecret',
    "Bearer token of the carrier's conversation engine at the model endpoint",
    settings,
  ),
  telnyxApi: named(scope, 'TelnyxApiKey', settings.telnyxApiKeySecretName),
  openai: named(scope, 'OpenaiApiKey', settings.openaiApiKeySecretName),
  anthropic: named(scope, 'AnthropicApiKey', settings.anthropicApiKeySecretName),
  google: named(scope, 'GoogleApiKey', settings.googleApiKeySecretName),
  groq: named(scope, 'GroqApiKey', settings.groqApiKeySecretName),
  xai: named(scope, 'XaiApiKey', settings.xaiApiKeySecretName),
});
