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

/** The command line of a living process; `undefined` if no process has this id. */
export const commandOf = (pid: number): string | undefined =>
  process.platform === 'linux' ? commandFromProc(pid) : commandFromPs(pid);

/** Waits for the end of its input, then kills the process with the given id. */
const WATCH = 'read -r _; kill -KILL "$0" 2>/dev/null';

/**
 * Ends a child with this process, even if this one is killed: the system then closes the pipe that a watching shell
 * reads. Windows has no such shell; the next start ends leftovers there.
 */
export const endWithThisProcess = (child: ChildProcess): void => {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const watch = spawn('/bin/sh', ['-c', WATCH, String(child.pid)], {
    // Signals to this process's group must not end the shell before it is needed.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watch.on('error', () => undefined);
  // The system may give the id to another process.
  child.once('exit', () => watch.kill('SIGKILL'));
};

/** Sends SIGTERM, after `patienceMs` SIGKILL; resolves when the process is gone. */
export const endProcess = async (pid: number, patienceMs: number): Promise<void> => {
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(pid, name);
    } catch {
      // The process is gone already.
    }
  };
  signal('SIGTERM');
  const deadline = Date.now() + patienceMs;
  while (commandOf(pid) !== undefined) {
    if (Date.now() > deadline) signal('SIGKILL');
    await sleep(LOOK_AGAIN_MS);
  }
};
