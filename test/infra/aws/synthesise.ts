import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type NestedStack, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { SecurityReview } from '#infra/aws/security-review.ts';
import { readSettings, type Settings } from '#infra/aws/settings.ts';
import { type Catalog, ProductStack } from '#infra/aws/stacks/product-stack.ts';
import { CANDIDATES, CATALOGS, DEPLOYMENTS, SETTINGS } from './deployments.ts';
import type { RawTemplate, StackTemplate, Synthesis } from './templates.ts';

/** `node test/infra/aws/synthesise.ts <folder>` works in an empty folder and prints, as JSON, what tests look at. */

const folder = process.argv[2] as string;
const bundle = join(folder, 'bundle.zip');
writeFileSync(bundle, '');

const cdk = JSON.parse(readFileSync(new URL('../../../cdk.json', import.meta.url), 'utf8')) as {
  context: Record<string, unknown>;
};

/** The deployment of a catalog, with a file in the place of every bundle. */
const stackOf = (catalog: Catalog, settings: Record<string, unknown>): ProductStack =>
  new ProductStack(new App({ context: cdk.context, outdir: mkdtempSync(join(folder, 'cdk.out-')) }), 'Product', {
    catalog,
    settings: readSettings(settings),
    given: settings,
    isFirstDeployment: settings === SETTINGS.firstDeployment,
    codeOf: () => Code.fromAsset(bundle),
  });

/** What security rules say of a stack, beside what is accepted. */
const findingsOf = (root: Stack, settings: Settings): string[] =>
  new SecurityReview(settings)
    .validateScope(root)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );

/** @throws when a template breaks one of the rules of CloudFormation that the CDK knows. */
const templatesOf = (root: Stack): StackTemplate[] => {
  const stacks = root.node.findAll().filter((node): node is Stack => Stack.isStack(node));
  return stacks.map((stack) => ({
    nestedAs: stack === root ? undefined : root.getLogicalId((stack as NestedStack).nestedStackResource as never),
    account: stack.resolve(stack.account),
    template: Template.fromStack(stack).toJSON() as RawTemplate,
  }));
};

const refusalOf = (catalog: Catalog): string | undefined => {
  try {
    stackOf(catalog, {});
    return undefined;
  } catch (error) {
    return String(error);
  }
};

const lookedAt = (root: ProductStack, settings: Settings) => ({
  templates: templatesOf(root),
  findings: findingsOf(root, settings),
  isProtected: root.terminationProtection ?? false,
});

const synthesis: Synthesis = {
  deployments: DEPLOYMENTS.map(([catalog, settings]) => ({
    catalog,
    settings,
    ...lookedAt(stackOf(CATALOGS[catalog], SETTINGS[settings]), readSettings(SETTINGS[settings])),
  })),
  candidates: Object.entries(CANDIDATES).map(([name, catalog]) => ({ name, refusal: refusalOf(catalog) })),
};
console.log(JSON.stringify(synthesis));
