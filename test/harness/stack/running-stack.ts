import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StackAddress } from './environment.ts';
import type { FaultKind } from './faults.ts';
import type { StackReport } from './stack.ts';

const STACK_FILE = fileURLToPath(new URL('stack.ts', import.meta.url));

const children: ChildProcess[] = [];

const nextReport = (stack: ChildProcess): Promise<StackReport> =>
  new Promise((resolve, reject) => {
    stack.once('message', (message) => resolve(message as StackReport));
    stack.once('exit', (code) => reject(new Error(`The test stack ended with code ${code}.`)));
  });

/** Starts a stack as a child process; it inherits this process's environment unless given another. */
export const startStack = async (environment?: NodeJS.ProcessEnv): Promise<StackAddress> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', STACK_FILE], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...(environment && { env: environment }),
  });
  children.push(child);
  const report = await nextReport(child);
  if ('ready' in report) return report.ready;
  throw new Error(`The test stack could not start: ${'failed' in report ? report.failed : 'it stopped at once'}`);
};

type Fired = Readonly<Record<FaultKind, number>>;

const stop = async (stack: ChildProcess): Promise<Fired | undefined> => {
  if (!stack.connected) return undefined;
  const report = nextReport(stack);
  const exited = new Promise((resolve) => stack.once('exit', resolve));
  stack.send('stop');
  const stopped = await report;
  await exited;
  return 'stopped' in stopped ? stopped.stopped : undefined;
};

/** Stops all stacks; answers how often their databases misbehaved. */
export const stopStacks = async (): Promise<Partial<Fired>> => {
  const sum: Partial<Record<FaultKind, number>> = {};
  for (const fired of await Promise.all(children.splice(0).map(stop))) {
    for (const [kind, times] of Object.entries(fired ?? {})) {
      sum[kind as FaultKind] = (sum[kind as FaultKind] ?? 0) + times;
    }
  }
  return sum;
};
