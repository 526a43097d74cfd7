import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StackAddress } from './environment.ts';
import type { FaultKind } from './faults.ts';
import type { StackReport } from './stack.ts';

const STACK_FILE = fileURLToPath(new URL('stack.ts', import.meta.url));

let child: ChildProcess | undefined;

const nextReport = (stack: ChildProcess): Promise<StackReport> =>
  new Promise((resolve, reject) => {
    stack.once('message', (message) => resolve(message as StackReport));
    stack.once('exit', (code) => reject(new Error(`The test stack ended with code ${code}.`)));
  });

/** Starts the one stack of a run as a child process of this one; `environment` is this process's own unless given. */
export const startStack = async (environment?: NodeJS.ProcessEnv): Promise<StackAddress> => {
  child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', STACK_FILE], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...(environment && { env: environment }),
  });
  const report = await nextReport(child);
  if ('ready' in report) return report.ready;
  throw new Error(`The test stack could not start: ${'failed' in report ? report.failed : 'it stopped at once'}`);
};

/** Stops it; answers how often the database misbehaved. */
export const stopStack = async (): Promise<Readonly<Record<FaultKind, number>> | undefined> => {
  const stack = child;
  child = undefined;
  if (!stack?.connected) return undefined;
  const report = nextReport(stack);
  const exited = new Promise((resolve) => stack.once('exit', resolve));
  stack.send('stop');
  const stopped = await report;
  await exited;
  return 'stopped' in stopped ? stopped.stopped : undefined;
};
