import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BundleCall, Outcome } from './call-bundles.ts';

/** The path of a file of this folder. */
export const ownFile = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * Runs a script in a Node process that has no environment but `env`.
 * @returns the last line it prints, which is JSON.
 * @throws when it fails or complains.
 */
export const runNode = async <Answer>(args: readonly string[], env: Record<string, string> = {}): Promise<Answer> => {
  const options = { env, maxBuffer: Number.POSITIVE_INFINITY };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...args], options);
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Answer;
};

/** Calls the handlers of bundles in a process of their own. */
export const callBundles = (calls: readonly BundleCall[]): Promise<Outcome[]> =>
  runNode([ownFile('call-bundles.ts'), JSON.stringify(calls)]);
