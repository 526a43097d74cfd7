import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Templates and bundles as `cdk deploy` would make them, for settings and for the sources in a folder. */

/** Everything that templates and bundles are made of. */
const SOURCES = ['functions', 'shared', 'infra', 'cdk.json', 'package.json', 'package-lock.json'];
const STAMP = 'made-of';
const run = promisify(execFile);

const isFolder = (path: string): boolean => statSync(path).isDirectory();

const filesIn = (path: string): string[] =>
  isFolder(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name)) : [path];

/** Changes with any source, and with the settings. */
const stampOf = (root: string, context: object): string => {
  const stamp = createHash('sha256').update(JSON.stringify(context));
  for (const file of SOURCES.flatMap((name) => filesIn(join(root, name))).sort()) {
    const { mtimeMs, size } = statSync(file);
    stamp.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return stamp.digest('hex');
};

const stampIn = (folder: string): string | undefined => {
  try {
    return readFileSync(join(folder, STAMP), 'utf8');
  } catch {
    return undefined;
  }
};

/**
 * Runs the CDK app of a folder, as the CDK's command does, unless `outDir` holds what it would make.
 * @param root the folder of the product, with its `node_modules`
 */
export const synthesise = async (root: string, settings: Record<string, string>, outDir: string): Promise<void> => {
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: object };
  const all = { ...context, ...settings };
  const stamp = stampOf(root, all);
  if (stampIn(outDir) === stamp) return;
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const env = { PATH: process.env.PATH, CDK_OUTDIR: outDir, CDK_CONTEXT_JSON: JSON.stringify(all) };
  await run(process.execPath, ['infra/aws/app.ts'], { cwd: root, env });
  writeFileSync(join(outDir, STAMP), stamp);
};
