import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundleCatalog } from '#infra/aws/bundling/bundle-catalog.ts';
import { endpoints, fallback, PROJECT_ROOT, sites } from '#infra/catalog.ts';
import { median } from '#test/benchmark/section.ts';

const BYTES_PER_KB = 1024;
const MICROSECONDS_PER_MS = 1000;

/** esbuild's own settings, but for the order of a package's entry points: without it the bundle does not load. */
const buildNaive = async (outfile: string): Promise<void> => {
  const contents = `
    import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
    import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
    export const handler = ({ id }) => client.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key: { id } }));`;
  await build({
    stdin: { contents, resolveDir: PROJECT_ROOT },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
  });
};

const IMPORT = `
  const before = process.cpuUsage();
  await import(process.argv[1]);
  const { user, system } = process.cpuUsage(before);
  console.log(user + system);`;

/** In a process of its own. */
const importCpuMs = async (file: string): Promise<number> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', IMPORT, file], {
    env: { AWS_REGION: 'eu-west-1' },
  });
  return Number(stdout) / MICROSECONDS_PER_MS;
};

const kilobytesOf = (file: string): number => statSync(file).size / BYTES_PER_KB;

export interface BundleRow {
  function: string;
  kilobytes: number;
  importCpuMs: number;
  /** To the yardstick's, of imports one right after the other. */
  ratio: number;
}

export interface BundleFigures {
  rows: BundleRow[];
  naive: { kilobytes: number; importCpuMs: number };
  kilobytesMax: number;
  heaviestRatio: number;
  medianRatio: number;
}

interface Measured {
  naive: number;
  own: number;
}

/** The order changes from pair to pair, for the first of two may find a colder machine. */
const measurePair = async (naiveFile: string, file: string, isNaiveFirst: boolean): Promise<Measured> => {
  const first = isNaiveFirst ? await importCpuMs(naiveFile) : 0;
  const own = await importCpuMs(file);
  return { naive: isNaiveFirst ? first : await importCpuMs(naiveFile), own };
};

const behindHttp = (): string[] => [...endpoints, ...sites, ...(fallback ? [fallback] : [])].map(({ id }) => id);

/**
 * How large the Lambdas behind the HTTP API are, as `cdk synth` builds them, and what a cold start pays to import them: the
 * median of pairs of imports. All take turns; the yardstick is a Lambda that only reads one item with AWS' SDK.
 */
export const importBundles = async (rounds: number): Promise<BundleFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-benchmark-'));
  try {
    const naiveFile = join(folder, 'naive.mjs');
    await bundleCatalog(join(folder, 'bundles'));
    await buildNaive(naiveFile);
    const fileOf = (id: string): string => join(folder, 'bundles', id, 'index.mjs');
    const pairs = new Map(behindHttp().map((id) => [id, [] as Measured[]]));
    for (let round = 0; round < rounds; round++)
      for (const [id, measured] of pairs) measured.push(await measurePair(naiveFile, fileOf(id), round % 2 === 0));
    const rows = [...pairs].map(([id, measured]) => ({
      function: id,
      kilobytes: kilobytesOf(fileOf(id)),
      importCpuMs: median(measured.map(({ own }) => own)),
      ratio: median(measured.map(({ own, naive }) => own / naive)),
    }));
    const naiveMs = median([...pairs.values()].flat().map(({ naive }) => naive));
    return {
      rows: rows.toSorted((one, other) => one.ratio - other.ratio),
      naive: { kilobytes: kilobytesOf(naiveFile), importCpuMs: naiveMs },
      kilobytesMax: Math.max(...rows.map(({ kilobytes }) => kilobytes)),
      heaviestRatio: Math.max(...rows.map(({ ratio }) => ratio)),
      medianRatio: median(rows.map(({ ratio }) => ratio)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
