import { harnessSettings } from './environment.ts';
import { stopStack } from './running-stack.ts';

export default async (): Promise<void> => {
  const fired = await stopStack();
  if (!fired) return;
  const counts = Object.entries(fired).map(([kind, times]) => `${kind} ${times}`);
  console.log(`Database faults injected (seed ${harnessSettings.faultSeed()}): ${counts.join(', ')}.`);
};
