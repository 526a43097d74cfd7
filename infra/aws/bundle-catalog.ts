import { join } from 'node:path';
import { endpoints, fallback, PROJECT_ROOT, workers } from '../catalog.ts';
import { assertWithinBudget, type BundleSize, bundleAll, sizeSummary, sizeTable } from './bundle.ts';
import { capabilitiesOf } from './grants.ts';

export const BUNDLES_DIR = join(PROJECT_ROOT, 'cdk.out', 'bundles');

/**
 * Bundles every function of the product.
 * @throws when one does not build or is over the size budget.
 */
export const bundleCatalog = async (outDir = BUNDLES_DIR): Promise<BundleSize[]> => {
  const functions = [...endpoints, ...workers, ...(fallback ? [fallback] : [])];
  const sources = functions.map((entry) => ({ id: entry.id, file: entry.file, capabilities: capabilitiesOf(entry) }));
  const sizes = await bundleAll(sources, outDir);
  assertWithinBudget(sizes);
  return sizes;
};

/** `node infra/aws/bundle-catalog.ts` lists the sizes. */
if (import.meta.main) {
  const sizes = await bundleCatalog();
  console.log(`${sizeTable(sizes)}\n${sizeSummary(sizes)}`);
}
