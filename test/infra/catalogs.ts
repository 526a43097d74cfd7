import { endpoints, fallback, streams, workers } from '#infra/catalog.ts';
import { FAKE_CATALOG } from './fake-catalog.ts';

/** What every promise about a deployment is held against. */
export const CATALOGS = [
  ['one of each kind', FAKE_CATALOG],
  ['the product', { endpoints, workers, streams, fallback }],
] as const;
