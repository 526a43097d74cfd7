import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { sleep } from '#test/harness/time/timers.ts';

/** Far beyond what a starved machine needs. */
const START_DEADLINE_MS = 120_000;
const LOOK_AGAIN_MS = 50;

/** `npm start` in a process group of its own, so that one signal ends all of it, as a power cut does. */
export interface ServiceProcess {
  /** Ends the whole process group at once, without a chance to tidy up. */
  kill(): Promise<void>;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>;
}

const exited = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));

const answers = async (baseUrl: string): Promise<boolean> => {
  try {
    return (await fetch(`${baseUrl}/api/health`)).ok;
  } catch {
    return false;
  }
};

/** Starts the service and waits for its first answer. */
export const startProcess = async (
  stateDir: string,
  port: number,
  carrierSpeed: number,
  environment: Record<string, string> = {},
): Promise<ServiceProcess> => {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: PROJECT_ROOT,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      STATE_DIR: stateDir,
      CARRIER_SPEED: String(carrierSpeed),
      ...environment,
    },
  });
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    if (child.pid !== undefined) process.kill(-child.pid, name);
    await exited(child);
  };
  const deadline = Date.now() + START_DEADLINE_MS;
  while (!(await answers(`http://127.0.0.1:${port}`))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with code ${child.exitCode}.`);
    if (Date.now() > deadline) throw new Error('npm start did not answer in time.');
    await sleep(LOOK_AGAIN_MS);
  }
  return { kill: () => signal('SIGKILL'), stop: () => signal('SIGINT') };
};

interface Credentials {
  base_url: string;
  api_token: string;
  account_slug: string;
  team_id: string;
}

/** Written by the first start, a moment after the first answer at the latest. */
export const readCredentials = (stateDir: string): Credentials =>
  JSON.parse(readFileSync(join(stateDir, 'credentials.json'), 'utf8')) as Credentials;
