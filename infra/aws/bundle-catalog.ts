import { join } from 'node:path';
import { endpoints, fallback, PROJECT_ROOT, streams, workers } from '#infra/catalog.ts';
import { type Bundle, bundleAll } from './bundle.ts';
import { assertWithinBudget, sizeSummary, sizeTable } from './bundle-budget.ts';
import { capabilitiesOf } from './grants.ts';

export const BUNDLES_DIR = join(PROJECT_ROOT, 'cdk.out', 'bundles');

/**
 * Bundles every function of the product.
 * @throws when one does not build or is over the size budget.
 */
export const bundleCatalog = async (outDir = BUNDLES_DIR): Promise<Bundle[]> => {
  const functions = [...endpoints, ...workers, ...streams, ...(fallback ? [fallback] : [])];
  const sources = functions.map((entry) => ({ id: entry.id, file: entry.file, capabilities: capabilitiesOf(entry) }));
  const bundles = await bundleAll(sources, outDir);
  assertWithinBudget(bundles);
  return bundles;
};

/** `node infra/aws/bundle-catalog.ts` lists the sizes. */
if (import.meta.main) {
  const bundles = await bundleCatalog();
  console.log(`${sizeTable(bundles)}\n${sizeSummary(bundles)}`);
}
