import type { Bundle } from '#infra/aws/bundling/bundle.ts';
import { bundleCatalog } from '#infra/aws/bundling/bundle-catalog.ts';
import { endpoints, fallback, sites, streams, workers } from '#infra/catalog.ts';

/** What `node test/infra/aws/bundle-product.ts <folder>` prints as JSON, having bundled the product into the folder. */
export interface BundledProduct {
  bundles: Bundle[];
  /** The ids of all functions of the product but its streams. */
  ids: string[];
  streamIds: string[];
}

const { bundles } = await bundleCatalog(process.argv[2]);
const product: BundledProduct = {
  bundles,
  ids: [...endpoints, ...workers, ...sites, ...(fallback ? [fallback] : [])].map(({ id }) => id),
  streamIds: streams.map(({ id }) => id),
};
console.log(JSON.stringify(product));
