import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

const MEBIBYTE = 1024 * 1024;
/** One file; with the older ones a log takes three times as much at most. */
export const LARGEST_FILE_BYTES = 10 * MEBIBYTE;
const OLDER_FILES = 2;
const OWNER_ONLY = 0o600;

export interface RotatingFile {
  /** @throws Node's error, of a full disk for instance. */
  append(line: string): void;
  /**
   * Overwrites lines where they stand, in the older files too, so that nothing of the old ones remains and a kill leaves
   * whole lines. `change` is given Latin-1, a character a byte, and keeps the length.
   */
  overwrite(change: (line: string) => string): void;
  close(): void;
}

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

/** The file and its predecessors, whether they are there or not. */
const allFiles = (path: string): string[] => [
  path,
  ...Array.from({ length: OLDER_FILES }, (_, older) => `${path}.${older + 1}`),
];

const openToOverwrite = (path: string): number | undefined => {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const overwriteIn = (file: number, change: (line: string) => string): void => {
  let position = 0;
  for (const line of readFileSync(file, 'latin1').split('\n')) {
    const changed = change(line);
    if (changed.length !== line.length) throw new Error('A line that is overwritten must keep its length.');
    if (changed !== line) writeSync(file, changed, position, 'latin1');
    position += line.length + 1;
  }
  fsyncSync(file);
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
    overwrite: (change) => {
      for (const each of allFiles(path)) {
        const opened = openToOverwrite(each);
        if (opened === undefined) continue;
        try {
          overwriteIn(opened, change);
        } finally {
          closeSync(opened);
        }
      }
    },
    close: () => closeSync(file),
  };
};
