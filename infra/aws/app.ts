import { join } from 'node:path';
import { Annotations, App, CfnParameter, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { endpoints, fallback, sites, streams, workers } from '#infra/catalog.ts';
import { MODEL_KEYS } from '#shared/ports/secrets.ts';
import { BUNDLES_DIR, bundleCatalog, bundledSummary } from './bundling/bundle-catalog.ts';
import { SecurityReview } from './security-review.ts';
import { type GivenSettings, readSettings, SETTING_NAMES, type Settings, secretSetting } from './settings.ts';
import { ProductStack } from './stacks/product-stack.ts';
import { readStage, StageError } from './stages.ts';

/**
 * The CDK app named in cdk.json. Needs neither an AWS account nor a network to synthesise. `-c stage=<name>` chooses the
 * settings of infra/stages; without a stage the templates have the defaults, and cannot be deployed.
 */
const app = new App();

interface Choice {
  stage: string | undefined;
  given: GivenSettings;
  settings: Settings;
}

const fromContext = (): GivenSettings => {
  const named = SETTING_NAMES.map((name) => [name, app.node.tryGetContext(name) as unknown] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
};

const choose = (): Choice => {
  const stage = app.node.tryGetContext('stage') as unknown;
  const given = fromContext();
  if (stage === undefined) return { stage, given, settings: readSettings(given) };
  const [beside] = Object.keys(given);
  if (beside === undefined) return { stage: String(stage), ...readStage(String(stage)) };
  throw new StageError(
    `${beside}: belongs into infra/stages/${stage}.json, since a stage has its settings there alone.`,
  );
};

const { stage, given, settings } = choose();
const catalog = await bundleCatalog();
const stack = new ProductStack(app, settings.stackName, {
  catalog: { endpoints, workers, streams, sites, fallback },
  given,
  settings,
  isFirstDeployment: app.node.tryGetContext('firstDeployment') === 'true',
  codeOf: (id) => Code.fromAsset(join(BUNDLES_DIR, id)),
});

if (stage === undefined) {
  // Whoever types `cdk deploy` would put the defaults in the place of what a stage has: the CDK refuses a stack with a
  // parameter that nobody gave, and prints its name.
  const description = 'Templates without a stage are for looking at. Deploy with: npm run deploy -- --stage <name>';
  new CfnParameter(stack, 'DeployWithNpmRunDeployAndAStage', { description });
  Validations.of(stack).acknowledge({
    id: 'CloudFormation-Validate::W2001',
    reason: 'The parameter is there to be missing.',
  });
}

const warn = (id: string, message: string): void => Annotations.of(stack).addWarningV2(`calling:${id}`, message);
if (settings.telephonyProvider === 'simulated' && !(settings.carrierUrl && settings.carrierPublicKey)) {
  warn('no-carrier', 'This deployment has no carrier: numbers cannot be bought and no call is placed.');
}
if (!MODEL_KEYS.some((key) => settings[secretSetting(key)])) {
  warn('no-language-model', "Without the key of a language model's vendor, assistants speak from a script.");
}
if (!settings.alarmEmail && !settings.alarmTopicArn) {
  warn(
    'nobody-is-told',
    'Alarms tell nobody: name a person with alarmEmail, or an SNS topic with alarmTopicArn (infra/README.md, "Watch it").',
  );
}
Validations.of(app).addPlugins(new SecurityReview(settings));
app.synth();
// Standard output belongs to the template that `cdk synth` prints.
console.error(`Stack ${settings.stackName}; ${bundledSummary(catalog)}`);
