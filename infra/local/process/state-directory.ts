import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { commandOf, endProcess } from './processes.ts';
import { StartError } from './start-error.ts';

const LOCK_FILE = 'service.lock';
const HOLDER_FILE = 'service.pid';
const PROBE_FILE = 'probe';
/** Free space that the databases need at least. */
const PROBE_BYTES = 1024 * 1024;
const LEFTOVER_PATIENCE_MS = 2_000;

/** The process that holds the state directory. */
interface Holder {
  pid: number;
  base_url?: string;
  dynoxide_pid?: number;
}

export interface StateDirectory {
  path: string;
  /** Stores facts about this process for the next start. */
  note(facts: Partial<Holder>): void;
  /** Deletes everything but the lock, and but the files of these names. */
  empty(keeping?: readonly string[]): void;
  release(): void;
}

const readHolder = (path: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(join(path, HOLDER_FILE), 'utf8')) as Holder;
  } catch {
    return undefined;
  }
};

const heldBy = (path: string): StartError => {
  const holder = readHolder(path);
  const who = holder ? `process ${holder.pid}${holder.base_url ? ` at ${holder.base_url}` : ''}` : 'another process';
  return new StartError(
    `The service is already running on ${path}: ${who}. Stop it first, or start a second one with ` +
      'STATE_DIR=.local-2 PORT=3001 npm start.',
  );
};

const OTHERS = 0o077;

/** Takes every right from everybody but the owner, in the folder and all that is in it. */
const closeToOthers = (path: string): void => {
  const found = lstatSync(path);
  // A link's own rights mean nothing, and what it leads to is not ours.
  if (found.isSymbolicLink()) return;
  if ((found.mode & OTHERS) !== 0) chmodSync(path, found.mode & ~OTHERS);
  if (found.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name));
};

/** The operating system drops the lock whichever way the process ends, so it is never left behind. */
const takeLock = (path: string): DatabaseSync => {
  const lock = new DatabaseSync(join(path, LOCK_FILE));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (/locked|busy/i.test((error as Error).message)) throw heldBy(path);
    throw error;
  }
};

const probe = (path: string): void => {
  const file = join(path, PROBE_FILE);
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES));
  } finally {
    rmSync(file, { force: true });
  }
};

/** Ends a database engine whose parent was killed, because it would share the file with the new one. */
const endLeftover = async (holder: Holder | undefined): Promise<void> => {
  const pid = holder?.dynoxide_pid;
  if (pid && commandOf(pid)?.includes('dynoxide')) await endProcess(pid, LEFTOVER_PATIENCE_MS);
};

/**
 * Takes a state directory for this process alone and creates it if needed. It is its owner's alone, and so is whatever
 * this process and its children create from then on.
 * @throws StartError if another process holds it; Node's error if it is not writable or the disk is full.
 */
export const openStateDirectory = async (path: string): Promise<StateDirectory> => {
  process.umask(OTHERS);
  mkdirSync(path, { recursive: true });
  probe(path);
  const lock = takeLock(path);
  await endLeftover(readHolder(path));
  closeToOthers(path);
  let holder: Holder = { pid: process.pid };
  const save = (): void => writeFileSync(join(path, HOLDER_FILE), JSON.stringify(holder));
  save();
  return {
    path,
    note: (facts) => {
      holder = { ...holder, ...facts };
      save();
    },
    empty: (keeping = []) => {
      const kept = new Set([LOCK_FILE, HOLDER_FILE, ...keeping]);
      for (const name of readdirSync(path)) {
        if (!kept.has(name)) rmSync(join(path, name), { recursive: true, force: true });
      }
    },
    release: () => {
      rmSync(join(path, HOLDER_FILE), { force: true });
      lock.close();
    },
  };
};

const SECRET_BYTES = 48;
const OWNER_ONLY = 0o600;

/** Where a secret of the state lies. */
export const secretFile = (stateDir: string, name: string): string => join(stateDir, `${name}.secret`);
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
export const keepSecret = (file: string, secret: string): void =>
  writeFileSync(file, secret, { mode: OWNER_ONLY, flush: true });

/** A random secret, created at the first start and kept with the state. */
export const keptSecret = (stateDir: string, name: string): string => {
  const file = secretFile(stateDir, name);
  if (!existsSync(file)) keepSecret(file, newSecret());
  return readFileSync(file, 'utf8').trim();
};
