import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Capability } from '#shared/runtime/capabilities.ts';
import { adaptersOf } from './bundle-adapters.ts';
import { entryPoint, lambdaCredentials, lambdaEntries, requireBuiltins } from './bundle-plugins.ts';

/** What a Lambda bundle is built from: an operation id, the file that exports its `handler`, and what it may use. */
export interface BundleSource {
  id: string;
  file: string;
  capabilities: readonly Capability[];
}

export interface BundleSize {
  id: string;
  sizeKb: number;
}

/**
 * Code size is cold-start time. The yardstick is a bundle with nothing but `@aws-sdk/client-dynamodb`, minified, with
 * its full chain of credential providers.
 */
export const BARE_DYNAMODB_CLIENT_KB = 323;
export const MEDIAN_BUDGET_KB = BARE_DYNAMODB_CLIENT_KB * 1.1;
export const MAX_BUDGET_KB = BARE_DYNAMODB_CLIENT_KB * 1.6;

const BYTES_PER_KB = 1024;
const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** ESM output has no `require`; CommonJS dependencies and the builtins plugin need one. */
const REQUIRE_BANNER = 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);';

/**
 * Builds every Lambda into `<outDir>/<id>/index.mjs`, replacing what was there, in one esbuild pass.
 * @throws when a source does not build.
 */
export const bundleAll = async (sources: readonly BundleSource[], outDir: string): Promise<BundleSize[]> => {
  rmSync(outDir, { recursive: true, force: true });
  const entries = sources.map(({ id, file, capabilities }) => ({ id, file, adapters: adaptersOf(capabilities) }));
  await build({
    entryPoints: sources.map(({ id }) => ({ in: entryPoint(id), out: `${id}/index` })),
    outdir: outDir,
    absWorkingDir: PROJECT_ROOT,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minify: true,
    treeShaking: true,
    legalComments: 'none',
    logLevel: 'warning',
    outExtension: { '.js': '.mjs' },
    mainFields: ['module', 'main'],
    conditions: ['module'],
    plugins: [lambdaEntries(entries, PROJECT_ROOT), requireBuiltins, lambdaCredentials],
    banner: { js: REQUIRE_BANNER },
  });
  return sources.map(({ id }) => ({ id, sizeKb: statSync(join(outDir, id, 'index.mjs')).size / BYTES_PER_KB }));
};

const bySize = (sizes: readonly BundleSize[]): BundleSize[] => sizes.toSorted((a, b) => a.sizeKb - b.sizeKb);

const medianKb = (sizes: readonly BundleSize[]): number => bySize(sizes)[Math.floor(sizes.length / 2)]?.sizeKb ?? 0;

/** One line a function, largest last. */
export const sizeTable = (sizes: readonly BundleSize[]): string =>
  bySize(sizes)
    .map(({ id, sizeKb }) => `${id.padEnd(32)}${sizeKb.toFixed(1).padStart(8)} KB`)
    .join('\n');

export const sizeSummary = (sizes: readonly BundleSize[]): string => {
  const largest = bySize(sizes).at(-1);
  if (!largest) return 'No Lambdas to bundle.';
  const { id, sizeKb } = largest;
  return `${sizes.length} Lambdas: median ${medianKb(sizes).toFixed(0)} KB, largest ${sizeKb.toFixed(0)} KB (${id}).`;
};

/** @throws when the median or the largest bundle is over its budget; the message lists every size. */
export const assertWithinBudget = (sizes: readonly BundleSize[]): void => {
  const problems = [];
  if (medianKb(sizes) > MEDIAN_BUDGET_KB) problems.push(`the median may be ${MEDIAN_BUDGET_KB.toFixed(0)} KB`);
  const tooLarge = bySize(sizes).filter(({ sizeKb }) => sizeKb > MAX_BUDGET_KB);
  if (tooLarge.length > 0) {
    problems.push(`${tooLarge.map(({ id }) => id).join(', ')} may be ${MAX_BUDGET_KB.toFixed(0)} KB`);
  }
  if (problems.length === 0) return;
  const advice = 'Look for a dependency that reached the Lambdas by accident.';
  throw new Error(`Lambda bundles are too large: ${problems.join('; ')}. ${advice}\n${sizeTable(sizes)}`);
};
