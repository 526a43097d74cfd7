import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_AGAIN_MS = 20;

const commandFromProc = (pid: number): string | undefined => {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0];
    return state === 'Z' ? undefined : readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return undefined;
  }
};

const commandFromPs = (pid: number): string | undefined => {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
};

/** The command line of a living process; `undefined` when there is none with this id. */
export const commandOf = (pid: number): string | undefined =>
  process.platform === 'linux' ? commandFromProc(pid) : commandFromPs(pid);

/** Waits for the end of its input, then ends the process whose id it was given. */
const WATCH = 'read -r _; kill -KILL "$0" 2>/dev/null';

/**
 * Has a child end with this process even when this one is killed: a shell beside it holds a pipe that the system closes
 * then. Not on Windows, which has no such shell; the next start ends what is left over there.
 */
export const endWithThisProcess = (child: ChildProcess): void => {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const watch = spawn('/bin/sh', ['-c', WATCH, String(child.pid)], {
    // Signals to the group of this process must not reach it: it would be gone before it is needed.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watch.on('error', () => undefined);
  // The id may become another process's.
  child.once('exit', () => watch.kill('SIGKILL'));
};

/** Ends a process politely, after `patienceMs` by force; resolves when it is gone. */
export const endProcess = async (pid: number, patienceMs: number): Promise<void> => {
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(pid, name);
    } catch {
      // already gone
    }
  };
  signal('SIGTERM');
  const deadline = Date.now() + patienceMs;
  while (commandOf(pid) !== undefined) {
    if (Date.now() > deadline) signal('SIGKILL');
    await sleep(LOOK_AGAIN_MS);
  }
};
