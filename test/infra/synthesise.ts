import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type Catalog, ProductStack } from '#infra/aws/product-stack.ts';
import { readSettings } from '#infra/aws/settings.ts';
import { temporaryFolder } from './temporary-folder.ts';

const cdk = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
  context: Record<string, unknown>;
};

const folder = temporaryFolder();
const bundle = join(folder, 'bundle.zip');
writeFileSync(bundle, '');

/** The deployment of a catalog, with a file in the place of every bundle. */
export const synthesise = (catalog: Catalog, context: Record<string, unknown> = {}): ProductStack => {
  return new ProductStack(new App({ context: cdk.context, outdir: mkdtempSync(join(folder, 'cdk.out-')) }), 'Product', {
    catalog,
    settings: readSettings((name) => context[name]),
    codeOf: () => Code.fromAsset(bundle),
  });
};
