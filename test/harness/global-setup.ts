import { publishStacks } from './environment.ts';
import { startStack } from './running-stack.ts';

/** A stack is one process, and keeps one core busy. */
export default async ({ maxWorkers }: { maxWorkers: number }): Promise<void> =>
  publishStacks(await Promise.all(Array.from({ length: maxWorkers }, () => startStack())));
