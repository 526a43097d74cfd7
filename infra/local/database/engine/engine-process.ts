import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { endProcess, endWithThisProcess } from '#infra/local/process/processes.ts';
import type { EngineCommand } from './dynamodb-engine.ts';
import { openFullPipe } from './full-pipe.ts';

const STOP_PATIENCE_MS = 1_000;
const KEPT_OUTPUT_CHARACTERS = 2_000;

export interface EngineProcess {
  pid: number | undefined;
  /** Lets an engine go on that is held, which waits as soon as it prints anything. Resolves when it has printed its last. */
  letGo(): Promise<void>;
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

/** The end of what is printed on streams. */
const newOutput = () => {
  let output = '';
  const keep = (chunk: Buffer): void => {
    const lines = chunk.toString().split('\n');
    const news = lines.filter((line) => !line.includes(EXPECTED)).join('\n');
    output = (output + news).slice(-KEPT_OUTPUT_CHARACTERS);
  };
  return { read: (stream: Readable | null) => void stream?.on('data', keep), text: () => output.trim() };
};

interface Printing {
  child: ChildProcess;
  output(): string;
  letGo(): Promise<void>;
}

// In its own process group, because Ctrl-C must reach only this process, which ends the engine last.
const spawnFree = ({ program }: EngineCommand, given: string[]): Printing => {
  const child = spawn(program, given, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { read, text } = newOutput();
  read(child.stdout);
  read(child.stderr);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, output: text, letGo: () => closed };
};

const spawnHeld = ({ program }: EngineCommand, given: string[]): Printing => {
  const pipe = openFullPipe();
  const child = spawn(program, given, { detached: true, stdio: ['ignore', pipe.writeEnd, pipe.writeEnd] });
  closeSync(pipe.writeEnd);
  child.once('close', pipe.close);
  const { read, text } = newOutput();
  const letGo = (): Promise<void> => {
    const stream = pipe.read();
    read(stream);
    return new Promise((resolve) => stream.once('close', () => resolve()));
  };
  return { child, output: text, letGo };
};

export const spawnEngine = (command: EngineCommand, port: number): EngineProcess => {
  const { child, output, letGo } = (command.isHeld ? spawnHeld : spawnFree)(command, command.arguments(port));
  endWithThisProcess(child);
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended ??= `it ended with ${signal ? `signal ${signal}` : `code ${code}`}`;
  });
  return {
    pid: child.pid,
    letGo,
    output,
    ended: () => ended,
    onEnd: (told) => void child.once('exit', told),
    stop: async () => {
      if (child.pid && !ended) await endProcess(child.pid, STOP_PATIENCE_MS);
    },
    kill: () => void child.kill('SIGKILL'),
  };
};
