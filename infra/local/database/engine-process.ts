import { type ChildProcess, spawn } from 'node:child_process';
import { endProcess, endWithThisProcess } from '#infra/local/process/processes.ts';
import type { EngineCommand } from './dynamodb-engine.ts';

const STOP_PATIENCE_MS = 1_000;
const KEPT_OUTPUT_CHARACTERS = 2_000;

export interface EngineProcess {
  pid: number | undefined;
  /** The end of what it printed. */
  output(): string;
  /** Why it did not run or how it ended; `undefined` while it lives. */
  ended(): string | undefined;
  onEnd(told: () => void): void;
  stop(): Promise<void>;
  /** Kills it at once. */
  kill(): void;
}

/** What the engine says every second about a connection that it cannot accept, as is intended. */
const EXPECTED = 'accept error';

/** The end of what a process prints. */
const keepOutput = (child: ChildProcess): (() => string) => {
  let output = '';
  const keep = (chunk: Buffer): void => {
    const lines = chunk.toString().split('\n');
    const news = lines.filter((line) => !line.includes(EXPECTED)).join('\n');
    output = (output + news).slice(-KEPT_OUTPUT_CHARACTERS);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => output.trim();
};

export const spawnEngine = (command: EngineCommand, port: number): EngineProcess => {
  // In its own process group, because Ctrl-C must reach only this process, which ends the engine last.
  const child = spawn(command.program, command.arguments(port), { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithThisProcess(child);
  const output = keepOutput(child);
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended ??= `it ended with ${signal ? `signal ${signal}` : `code ${code}`}`;
  });
  return {
    pid: child.pid,
    output,
    ended: () => ended,
    onEnd: (told) => void child.once('exit', told),
    stop: async () => {
      if (child.pid && !ended) await endProcess(child.pid, STOP_PATIENCE_MS);
    },
    kill: () => void child.kill('SIGKILL'),
  };
};
