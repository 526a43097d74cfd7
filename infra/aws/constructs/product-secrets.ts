import { Key } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { pascalCase } from '#infra/aws/pascal-case.ts';
import { removalPolicyOf } from '#infra/aws/removal-policy.ts';
import type { SecretResource, SharedResources } from '#infra/aws/resources.ts';
import { type Settings, secretSetting } from '#infra/aws/settings.ts';
import {
  type NamedSecret,
  SECRET_NAMES,
  SECRETS,
  type SecretName,
  type SecretSchema,
  secretValue,
} from '#shared/ports/secrets.ts';

/** Characters of a secret made here: 62 possible each, so 381 bits. */
const SECRET_CHARS = 64;

/** The ARN of a secret ends in six characters that its name does not have. */
const named = (scope: Construct, id: string, name: string | undefined): SecretResource | undefined =>
  name === undefined ? undefined : { id: name, arn: `${Secret.fromSecretNameV2(scope, id, name).secretArn}-??????` };

const generated = (scope: Construct, id: string, description: string, settings: Settings): SecretResource => {
  const { secretsKmsKeyArn } = settings;
  const { secretArn } = new Secret(scope, id, {
    description,
    generateSecretString: { passwordLength: SECRET_CHARS, excludePunctuation: true },
    ...(secretsKmsKeyArn && { encryptionKey: Key.fromKeyArn(scope, `${id}EncryptionKey`, secretsKmsKeyArn) }),
    removalPolicy: removalPolicyOf(settings),
  });
  return { id: secretArn, arn: secretArn };
};

/**
 * The secrets that functions read at run time. People make those of vendors and name them in the settings. Our own are
 * generated here and retained with the table: new ones would make receivers refuse our webhooks, and us the carrier's
 * requests.
 */
export const productSecrets = (scope: Construct, settings: Settings): SharedResources['secrets'] => {
  const secretOf = (name: SecretName): SecretResource | undefined => {
    const schema: SecretSchema = SECRETS[name];
    const id = pascalCase(secretValue(name));
    if (schema.generated !== undefined) return generated(scope, id, schema.generated, settings);
    return named(scope, id, settings[secretSetting(name as NamedSecret)]);
  };
  return Object.fromEntries(SECRET_NAMES.map((name) => [name, secretOf(name)])) as SharedResources['secrets'];
};
