import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepCompiled, publishStacks } from '#test/harness/stack/environment.ts';
import { startStack } from '#test/harness/stack/running-stack.ts';

/** A stack is one process that keeps one core busy. */
export default async ({ maxWorkers }: { maxWorkers: number }): Promise<void> => {
  keepCompiled(join(tmpdir(), 'voice-assistant-calling-compiled'));
  publishStacks(await Promise.all(Array.from({ length: maxWorkers }, () => startStack())));
};
