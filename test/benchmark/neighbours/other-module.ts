import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Exports = Record<string, unknown>;

/** A file beside this folder that stands on its own, too; undefined where it does not exist. */
export const otherModule = async (name: string): Promise<Exports | undefined> => {
  const file = new URL(`../${name}`, import.meta.url);
  return existsSync(fileURLToPath(file)) ? ((await import(file.href)) as Exports) : undefined;
};
