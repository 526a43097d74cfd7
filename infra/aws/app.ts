import { join } from 'node:path';
import { Annotations, App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { endpoints, fallback, workers } from '../catalog.ts';
import { sizeSummary } from './bundle.ts';
import { BUNDLES_DIR, bundleCatalog } from './bundle-catalog.ts';
import { ProductStack } from './product-stack.ts';
import { readSettings } from './settings.ts';

/** The CDK app named in cdk.json. Needs neither an AWS account nor a network to synthesise. */
const app = new App();
const settings = readSettings((name) => app.node.tryGetContext(name));
const sizes = await bundleCatalog();

const stack = new ProductStack(app, settings.stackName, {
  catalog: { endpoints, workers, fallback },
  settings,
  codeOf: (id) => Code.fromAsset(join(BUNDLES_DIR, id)),
});
if (!settings.carrierUrl || !settings.carrierPublicKey) {
  Annotations.of(stack).addWarningV2(
    'calling:no-carrier',
    'Without carrierUrl and carrierPublicKey numbers cannot be bought and no call is placed.',
  );
}
app.synth();
// Standard output belongs to the template that `cdk synth` prints.
console.error(`Stack ${settings.stackName}; ${sizeSummary(sizes)}`);
