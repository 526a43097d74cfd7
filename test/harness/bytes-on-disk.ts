import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files in a folder, however deep, that hold these bytes anywhere. */
export const filesWith = (folder: string, bytes: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => readFileSync(file).includes(bytes));
