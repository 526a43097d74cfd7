import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { readCredentials } from '#infra/local/demo-account.ts';
import { findRunningService, type ServiceFile } from '#infra/local/service-file.ts';
import { type Client, createClient } from '#shared/client/client.ts';

/** A configuration of this machine must not reach the tests. */
const NOT_INHERITED = /^(TELEPHONY_PROVIDER|TELNYX_|CARRIER_|MODEL_ENDPOINT_|(OPENAI|ANTHROPIC|GOOGLE|GROQ|XAI)_)/;

/** Of a service that ended by itself. */
const LAST_WORDS_CHARS = 2_000;

/** A service with a configuration of its own, for one process has one environment. */
export interface ChildService {
  client: Client;
  teamId: string;
  accountSlug: string;
  address: ServiceFile;
  /** What it has printed. */
  output(): string;
  stop(): Promise<void>;
}

interface Child {
  isRunning(): boolean;
  stateDir: string;
  output(): string;
  /** Resolves when it is ready, or has ended. */
  settled: Promise<'ready' | 'ended'>;
  kill(): Promise<void>;
}

const spawnService = (variables: Record<string, string>): Child => {
  const stateDir = mkdtempSync(join(tmpdir(), 'voice-assistant-calling-child-'));
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name));
  const child = spawn(process.execPath, ['infra/local/main.ts'], {
    cwd: PROJECT_ROOT,
    // A group of its own, so that nothing of it outlives a test; its database engine ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(inherited), PORT: '0', STATE_DIR: stateDir, ...variables },
  });
  const ended = new Promise<'ended'>((resolve) => child.once('close', () => resolve('ended')));
  let printed = '';
  const ready = new Promise<'ready'>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        printed += text;
        if (printed.includes('Ready at')) resolve('ready');
      });
    }
  });
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const killGroup = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // all of it has ended
    }
  };
  process.once('exit', killGroup);
  const kill = async (): Promise<void> => {
    killGroup();
    await ended;
    process.off('exit', killGroup);
    rmSync(stateDir, { recursive: true, force: true });
  };
  return { isRunning, stateDir, output: () => printed, settled: Promise.race([ready, ended]), kill };
};

/** What the service says when it does not start. */
export const refusalToStart = async (variables: Record<string, string>): Promise<string> => {
  const child = spawnService(variables);
  const outcome = await child.settled;
  await child.kill();
  if (outcome === 'ready') throw new Error('The service started.');
  return child.output();
};

export const startChildService = async (variables: Record<string, string>): Promise<ChildService> => {
  const child = spawnService(variables);
  const outcome = await child.settled;
  const address = findRunningService(child.stateDir);
  const credentials = readCredentials(child.stateDir);
  if (outcome === 'ended' || !address || !credentials) {
    await child.kill();
    throw new Error(`The service did not start: ${child.output()}`);
  }
  const { api_token: token, team_id: teamId, account_slug: accountSlug } = credentials;
  const client = createClient({ baseUrl: address.base_url, token });
  const stop = async (): Promise<void> => {
    const isAlive = child.isRunning();
    await child.kill();
    if (!isAlive) throw new Error(`The service ended by itself. ${child.output().slice(-LAST_WORDS_CHARS)}`);
  };
  return { client, teamId, accountSlug, address, output: child.output, stop };
};
