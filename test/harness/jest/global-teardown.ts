import { harnessSettings } from '#test/harness/stack/environment.ts';
import { stopStacks } from '#test/harness/stack/running-stack.ts';

export default async (): Promise<void> => {
  const fired = await stopStacks();
  const counts = Object.entries(fired).map(([kind, times]) => `${kind} ${times}`);
  console.log(`Database faults injected (seed ${harnessSettings.faultSeed()}): ${counts.join(', ')}.`);
};
