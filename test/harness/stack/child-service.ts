import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { findRunningService, type ServiceFile } from '#infra/local/process/service-file.ts';
import { ownEnvironment } from './environment.ts';

interface Child {
  stateDir: string;
  pid: number;
  output(): string;
  /** Resolves when the service is ready or has ended. */
  settled: Promise<'ready' | 'ended'>;
  /** Resolves with the exit code when it has ended. */
  exit: Promise<number | null>;
  kill(): Promise<void>;
}

/** Its state is deleted with it, unless `STATE_DIR` says where it is. */
const spawnService = (variables: Record<string, string>, options: string[] = []): Child => {
  const stateDir = variables.STATE_DIR ?? mkdtempSync(join(tmpdir(), 'voice-assistant-calling-child-'));
  const child = spawn(process.execPath, ['infra/local/main.ts', ...options], {
    cwd: PROJECT_ROOT,
    // Its own process group, so that nothing outlives a test, not even its database engine.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: ownEnvironment({ PORT: '0', STATE_DIR: stateDir, ...variables }),
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ended = exit.then(() => 'ended' as const);
  let printed = '';
  const ready = new Promise<'ready'>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        printed += text;
        if (printed.includes('Ready at')) resolve('ready');
      });
    }
  });
  const killGroup = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group has already ended.
    }
  };
  process.once('exit', killGroup);
  const kill = async (): Promise<void> => {
    killGroup();
    await ended;
    process.off('exit', killGroup);
    if (variables.STATE_DIR === undefined) rmSync(stateDir, { recursive: true, force: true });
  };
  const settled = Promise.race([ready, ended]);
  return { stateDir, pid: child.pid ?? 0, output: () => printed, settled, exit, kill };
};

/** The output of a service that fails to start. */
export const refusalToStart = async (variables: Record<string, string>): Promise<string> => {
  const child = spawnService(variables);
  const outcome = await child.settled;
  await child.kill();
  if (outcome === 'ready') throw new Error('The service started.');
  return child.output();
};

/** A service that has started, with its address; kill it in the end. */
export const startChildService = async (
  variables: Record<string, string>,
  options?: string[],
): Promise<Child & { address: ServiceFile }> => {
  const child = spawnService(variables, options);
  const outcome = await child.settled;
  const address = findRunningService(child.stateDir);
  if (outcome === 'ready' && address) return { ...child, address };
  await child.kill();
  throw new Error(`The service did not start: ${child.output()}`);
};

/** The output of a service that starts, and its address. */
export const wordsOfStart = async (
  variables: Record<string, string>,
  options?: string[],
): Promise<{ words: string; address: ServiceFile }> => {
  const { address, output, kill } = await startChildService(variables, options);
  await kill();
  return { words: output(), address };
};
