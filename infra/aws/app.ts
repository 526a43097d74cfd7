import { join } from 'node:path';
import { Annotations, App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { endpoints, fallback, sites, streams, workers } from '#infra/catalog.ts';
import { MODEL_KEYS } from '#shared/ports/secrets.ts';
import { BUNDLES_DIR, bundleCatalog, bundledSummary } from './bundle-catalog.ts';
import { readSettings, secretSetting } from './settings.ts';
import { ProductStack } from './stacks/product-stack.ts';

/** The CDK app named in cdk.json. Needs neither an AWS account nor a network to synthesise. */
const app = new App();
const settings = readSettings((name) => app.node.tryGetContext(name));
const catalog = await bundleCatalog();

const stack = new ProductStack(app, settings.stackName, {
  catalog: { endpoints, workers, streams, sites, fallback },
  settings,
  codeOf: (id) => Code.fromAsset(join(BUNDLES_DIR, id)),
});
const warn = (id: string, message: string): void => Annotations.of(stack).addWarningV2(`calling:${id}`, message);
if (settings.telephonyProvider === 'simulated' && !(settings.carrierUrl && settings.carrierPublicKey)) {
  warn(
    'no-carrier',
    'With neither a real telephonyProvider nor carrierUrl and carrierPublicKey, numbers cannot be bought and no call is placed.',
  );
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
app.synth();
// Standard output belongs to the template that `cdk synth` prints.
console.error(`Stack ${settings.stackName}; ${bundledSummary(catalog)}`);
