import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const MEBIBYTE = 1024 * 1024;
/** One file; with the older ones a log takes three times as much at most. */
export const LARGEST_FILE_BYTES = 10 * MEBIBYTE;
const OLDER_FILES = 2;
const OWNER_ONLY = 0o600;

export interface RotatingFile {
  /** @throws Node's error, of a full disk for instance. */
  append(line: string): void;
  close(): void;
}

/** The file, and its predecessors, which may not exist. */
export const filesOf = (path: string): string[] => [
  path,
  ...Array.from({ length: OLDER_FILES }, (_, at) => `${path}.${at + 1}`),
];

/** `log.1` becomes `log.2`, `log` becomes `log.1`. */
const shift = (path: string): void => {
  for (let number = OLDER_FILES; number > 0; number -= 1) {
    try {
      renameSync(number === 1 ? path : `${path}.${number - 1}`, `${path}.${number}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
};

/** A file of lines that starts anew once it is full and keeps its last two predecessors. */
export const openRotatingFile = (path: string, largestBytes = LARGEST_FILE_BYTES): RotatingFile => {
  let file = openSync(path, 'a', OWNER_ONLY);
  let size = fstatSync(file).size;
  const startAnew = (): void => {
    closeSync(file);
    shift(path);
    file = openSync(path, 'a', OWNER_ONLY);
    size = 0;
  };
  return {
    append: (line) => {
      const bytes = Buffer.from(`${line}\n`);
      if (size > 0 && size + bytes.length > largestBytes) startAnew();
      size += writeSync(file, bytes);
    },
    close: () => closeSync(file),
  };
};
