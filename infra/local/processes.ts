import { execFileSync } from 'node:child_process';
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
