import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { SecretResource, SharedResources } from '../resources.ts';
import type { Settings } from '../settings.ts';

/** Characters of the master secret: 62 possible each, so 381 bits. */
const SIGNING_SECRET_CHARS = 64;

/** Of a secret that is known by name alone, the ARN ends in six more characters. */
const named = (scope: Construct, id: string, name: string | undefined): SecretResource | undefined =>
  name === undefined ? undefined : { id: name, arn: `${Secret.fromSecretNameV2(scope, id, name).secretArn}-??????` };

const signingSecret = (scope: Construct, { retain }: Settings): SecretResource => {
  const { secretArn } = new Secret(scope, 'WebhookSigningSecret', {
    description: 'Master secret of the keys that sign webhooks',
    generateSecretString: { passwordLength: SIGNING_SECRET_CHARS, excludePunctuation: true },
    removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  return { id: secretArn, arn: secretArn };
};

/**
 * The secrets that functions read at run time. Those of vendors are made by people and named in the settings; the one that
 * webhooks are signed with is made here, and kept with the table: with another one, every receiver would refuse us.
 */
export const productSecrets = (scope: Construct, settings: Settings): SharedResources['secrets'] => ({
  stripeWebhook: named(scope, 'StripeWebhookSecret', settings.stripeWebhookSecretName),
  lemonSqueezyWebhook: named(scope, 'LemonSqueezyWebhookSecret', settings.lemonSqueezyWebhookSecretName),
  webhookSigning: signingSecret(scope, settings),
});
