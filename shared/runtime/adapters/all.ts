import { readdirSync } from 'node:fs';

/** Every adapter, for a process that runs every function. */
for (const file of readdirSync(new URL('.', import.meta.url))) {
  if (file !== 'all.ts') await import(`./${file}`);
}
