import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from './json.ts';

/** What `cdk synth` has written, found as `cdk deploy` finds it: by manifest and by the hashes of the assets. */

export interface Template {
  Resources?: Record<string, { Type: string; Properties?: Json; Condition?: string }>;
  Parameters?: Record<string, { Type: string; Default?: unknown }>;
  Outputs?: Record<string, { Value: unknown }>;
  Conditions?: Json;
}

export interface Assembly {
  stackName: string;
  root: Template;
  /** A nested stack's, by the address at which CloudFormation would read it. */
  nested(templateUrl: string): Template;
  /** Where the code of a function is, by its key in the bucket of assets. */
  codeFolder(key: string): string;
}

interface Manifest {
  artifacts: Record<
    string,
    { type: string; properties?: { templateFile?: string; file?: string; stackName?: string } }
  >;
}

interface AssetManifest {
  files: Record<string, { source: { path: string } }>;
}

const STACK = 'aws:cloudformation:stack';
const ASSETS = 'cdk:asset-manifest';
const HASH = /([0-9a-f]{64})\.\w+$/;

const parsed = <Content>(file: string): Content => JSON.parse(readFileSync(file, 'utf8')) as Content;

/** Reads the only stack of a folder. @throws when there is none or several, or an asset is missing */
export const readAssembly = (folder: string): Assembly => {
  const artifacts = Object.entries(parsed<Manifest>(join(folder, 'manifest.json')).artifacts);
  const [stack, ...others] = artifacts.filter(([, { type }]) => type === STACK);
  if (!stack || others.length > 0)
    throw new Error(`${folder} holds ${others.length + (stack ? 1 : 0)} stacks, not one.`);
  const [id, { properties }] = stack;
  const files = artifacts
    .filter(([, { type }]) => type === ASSETS)
    .flatMap(([, assets]) => Object.entries(parsed<AssetManifest>(join(folder, assets.properties?.file ?? '')).files));
  const pathOf = new Map(files.map(([hash, { source }]) => [hash, join(folder, source.path)]));
  const assetAt = (address: string): string => {
    const path = pathOf.get(HASH.exec(address)?.[1] ?? '');
    if (path === undefined) throw new Error(`The assets of ${folder} do not list ${address}.`);
    return path;
  };
  return {
    stackName: properties?.stackName ?? id,
    root: parsed(join(folder, properties?.templateFile ?? '')),
    nested: (templateUrl) => parsed(assetAt(templateUrl)),
    codeFolder: assetAt,
  };
};
