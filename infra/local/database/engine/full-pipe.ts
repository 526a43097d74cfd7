import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '#infra/local/process/start-error.ts';

/** What fills it: a page while there is room for one, then single characters. Who reads lines sees only empty ones. */
const FILLINGS = [4096, 1].map((bytes) => Buffer.alloc(bytes, '\n'));

export interface FullPipe {
  /** For the process that is to wait. The caller closes it. */
  writeEnd: number;
  /** Reads it empty and on, so that the process goes on. */
  read(): Socket;
  /** Closes it if nobody read it. */
  close(): void;
}

/** Writes until nothing fits any more. */
const fill = (path: string): void => {
  const end = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  for (const filling of FILLINGS) {
    try {
      for (;;) writeSync(end, filling);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
  closeSync(end);
};

/** In a folder that others cannot enter, so that nobody else can read it empty. */
const openFull = (path: string): [readEnd: number, writeEnd: number] => {
  execFileSync('mkfifo', ['-m', '600', path], { stdio: 'ignore' });
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  fill(path);
  return [readEnd, openSync(path, constants.O_WRONLY)];
};

/**
 * A pipe that is full already: whoever writes to it waits until it is read. Not for Windows.
 * @throws StartError if none can be made.
 */
export const openFullPipe = (): FullPipe => {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'database-output-'));
    const [readEnd, writeEnd] = openFull(join(folder, 'pipe'));
    let isRead = false;
    const read = (): Socket => {
      isRead = true;
      return new Socket({ fd: readEnd, readable: true, writable: false });
    };
    return { writeEnd, read, close: () => isRead || closeSync(readEnd) };
  } catch (error) {
    throw new StartError(
      `The embedded database could not start: mkfifo makes no pipe in ${tmpdir()} (${(error as Error).message}). ` +
        'Set TMPDIR to another folder, or AWS_ENDPOINT_URL_DYNAMODB to a running DynamoDB.',
    );
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
};
