import { join } from 'node:path';
import { SITE_FOLDER } from '#infra/aws/capabilities.ts';
import { capabilitiesOf } from '#infra/aws/grants.ts';
import { endpoints, fallback, PROJECT_ROOT, sites, streams, workers } from '#infra/catalog.ts';
import { buildSite, type SiteBuild } from '#infra/site/build-site.ts';
import { assertSiteWithinBudget, siteSummary } from '#infra/site/site-budget.ts';
import { type Bundle, bundleAll } from './bundle.ts';
import { assertWithinBudget, sizeSummary, sizeTable } from './bundle-budget.ts';

export const BUNDLES_DIR = join(PROJECT_ROOT, 'cdk.out', 'bundles');

interface BundledCatalog {
  bundles: Bundle[];
  /** What lies beside the code of the functions that serve it. */
  sites: SiteBuild[];
}

const bundleSites = (outDir: string): SiteBuild[] =>
  sites.map(({ id }) => {
    const built = buildSite(join(outDir, id, SITE_FOLDER));
    assertSiteWithinBudget(built);
    return built;
  });

/**
 * Bundles every function of the product.
 * @throws when one does not build or is over the size budget.
 */
export const bundleCatalog = async (outDir = BUNDLES_DIR): Promise<BundledCatalog> => {
  const functions = [...endpoints, ...workers, ...streams, ...sites, ...(fallback ? [fallback] : [])];
  const sources = functions.map((entry) => ({ id: entry.id, file: entry.file, capabilities: capabilitiesOf(entry) }));
  const bundles = await bundleAll(sources, outDir);
  assertWithinBudget(bundles);
  return { bundles, sites: bundleSites(outDir) };
};

/** What one line says of all sizes. */
export const bundledSummary = (catalog: BundledCatalog): string =>
  [sizeSummary(catalog.bundles), ...catalog.sites.map(siteSummary)].join(' ');

/** `node infra/aws/bundling/bundle-catalog.ts` lists the sizes. */
if (import.meta.main) {
  const catalog = await bundleCatalog();
  console.log(`${sizeTable(catalog.bundles)}\n${bundledSummary(catalog)}`);
}
