import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#infra/catalog.ts';

/** A release as a folder of sources, checked out beside the working tree. */
export interface CheckedOut {
  folder: string;
  /** The commit, shortened. */
  commit: string;
  remove(): void;
}

const SCHEMA_FILE = join('shared', 'store', 'schema-version.ts');
const SCHEMA_VERSION = /export const SCHEMA_VERSION = (\d+);/;

const git = (...order: string[]): string => execFileSync('git', order, { cwd: PROJECT_ROOT, encoding: 'utf8' }).trim();

/** Checks a ref out into a folder of its own, which has the packages of this one. @throws for an unknown ref */
export const checkOut = (ref: string): CheckedOut => {
  const commit = git('rev-parse', '--short', '--verify', `${ref}^{commit}`);
  const folder = join(mkdtempSync(join(tmpdir(), 'release-')), 'sources');
  git('worktree', 'add', '--detach', folder, commit);
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'));
  const remove = (): void => {
    git('worktree', 'remove', '--force', folder);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  };
  return { folder, commit, remove };
};

/** What a release takes the items of the table to mean. */
export const schemaVersionIn = (folder: string): number => {
  const found = SCHEMA_VERSION.exec(readFileSync(join(folder, SCHEMA_FILE), 'utf8'))?.[1];
  if (found === undefined) throw new Error(`${SCHEMA_FILE} of that release names no SCHEMA_VERSION.`);
  return Number(found);
};

/** Why the newer release cannot be rolled back to the older one; undefined if it can. */
export const rollbackProblem = (older: number, newer: number): string | undefined =>
  older === newer
    ? undefined
    : `The older release needs schema version ${older} of the table, the newer one ${newer}. Once the newer one has ` +
      'written, the older one would misread it and refuses the table, so this is no roll-back: restore the table from ' +
      'before the update, or go forward with a repaired release.';
