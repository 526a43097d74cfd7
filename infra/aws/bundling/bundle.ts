import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type OutputFile } from 'esbuild';
import { adaptersOf } from '#infra/aws/capabilities.ts';
import type { Capability } from '#shared/ports/capabilities.ts';
import type { BundleSize } from './bundle-budget.ts';
import { entryPoint, lambdaEntries, requireBuiltins } from './bundle-plugins.ts';
import { unusedSchemas, zodInEnglish, zodWithoutDocumentation } from './schema-plugins.ts';
import { lambdaCredentials, lambdaSettings, schemasWithPlainKeys, withoutEventStreams } from './sdk-plugins.ts';
import { packedNumberingPlans, telnyxParts } from './vendor-plugins.ts';

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
const PROJECT_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** ESM output has no `require`; CommonJS dependencies and the builtins plugin need one. */
const REQUIRE_BANNER = 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);';

const fileOf = (outDir: string, id: string): string => join(outDir, id, 'index.mjs');

const bundleOf = ({ id, capabilities }: BundleSource, outDir: string, outputs: Metafile['outputs']): Bundle => {
  const output = Object.entries(outputs).find(([path]) => path.endsWith(`/${id}/index.mjs`))?.[1];
  if (!output) throw new Error(`esbuild wrote no bundle of ${id}.`);
  const files = Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
  return { id, capabilities, sizeKb: statSync(fileOf(outDir, id)).size / BYTES_PER_KB, files };
};

/**
 * One character beyond Latin makes Node keep and read a whole file as two bytes a character. esbuild escapes such
 * characters everywhere but in regular expressions.
 */
const inAscii = (code: string): string =>
  code.replaceAll(/[^\p{ASCII}]/gu, (character) =>
    character.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

const write = ({ path, text }: OutputFile): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, inAscii(text));
};

/** Only language models are given schemas as JSON schemas. */
const needsJsonSchemas = ({ capabilities }: BundleSource): boolean => capabilities.includes('languageModels');

/** Builds Lambdas in one pass of esbuild. */
const buildAll = async (sources: readonly BundleSource[], outDir: string, jsonSchemas: boolean): Promise<Metafile> => {
  const entries = sources.map(({ id, file, capabilities }) => ({ id, file, adapters: adaptersOf(capabilities) }));
  const { metafile, outputFiles } = await build({
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
      lambdaSettings,
      withoutEventStreams,
      schemasWithPlainKeys,
      zodWithoutDocumentation(jsonSchemas),
      unusedSchemas,
      zodInEnglish,
      telnyxParts,
      packedNumberingPlans,
    ],
    banner: { js: REQUIRE_BANNER },
    metafile: true,
    write: false,
  });
  for (const file of outputFiles) write(file);
  return metafile;
};

/**
 * Builds every Lambda into `<outDir>/<id>/index.mjs`, replacing what was there. What is imported dynamically is in the
 * same file, and evaluated when it is first asked for.
 * @throws when a source does not build.
 */
export const bundleAll = async (sources: readonly BundleSource[], outDir: string): Promise<Bundle[]> => {
  rmSync(outDir, { recursive: true, force: true });
  const { modelled = [], plain = [] } = Object.groupBy(sources, (source) =>
    needsJsonSchemas(source) ? 'modelled' : 'plain',
  );
  const outputs = {
    ...(await buildAll(plain, outDir, false)).outputs,
    ...(await buildAll(modelled, outDir, true)).outputs,
  };
  return sources.map((source) => bundleOf(source, outDir, outputs));
};
