import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import type { Capability } from '#shared/ports/capabilities.ts';
import type { BundleSize } from './bundle-budget.ts';
import {
  entryPoint,
  lambdaCredentials,
  lambdaEntries,
  requireBuiltins,
  schemasWithPlainKeys,
  zodInEnglish,
} from './bundle-plugins.ts';
import { adaptersOf } from './capabilities.ts';

/**
 * What a Lambda bundle is built from: an operation id, the file that exports its definition under that name, and what
 * it may use.
 */
interface BundleSource {
  id: string;
  file: string;
  capabilities: readonly Capability[];
}

export interface Bundle extends BundleSize {
  /** The files whose code is in it, relative to the project. */
  files: string[];
}

const BYTES_PER_KB = 1024;
const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** ESM output has no `require`; CommonJS dependencies and the builtins plugin need one. */
const REQUIRE_BANNER = 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);';

const bundleOf = ({ id, capabilities }: BundleSource, { outputs }: Metafile): Bundle => {
  const output = Object.entries(outputs).find(([path]) => path.endsWith(`/${id}/index.mjs`))?.[1];
  if (!output) throw new Error(`esbuild wrote no bundle of ${id}.`);
  const files = Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
  return { id, capabilities, sizeKb: output.bytes / BYTES_PER_KB, files };
};

/**
 * Builds every Lambda into `<outDir>/<id>/index.mjs`, replacing what was there, in one esbuild pass. What is imported
 * dynamically is in the same file, and evaluated when it is first asked for.
 * @throws when a source does not build.
 */
export const bundleAll = async (sources: readonly BundleSource[], outDir: string): Promise<Bundle[]> => {
  rmSync(outDir, { recursive: true, force: true });
  const entries = sources.map(({ id, file, capabilities }) => ({ id, file, adapters: adaptersOf(capabilities) }));
  const { metafile } = await build({
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
    plugins: [
      lambdaEntries(entries, PROJECT_ROOT),
      requireBuiltins,
      lambdaCredentials,
      zodInEnglish,
      schemasWithPlainKeys,
    ],
    banner: { js: REQUIRE_BANNER },
    metafile: true,
  });
  return sources.map((source) => bundleOf(source, metafile));
};
