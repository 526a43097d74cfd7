import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openRotatingFile, type RotatingFile } from './rotating-file.ts';

export const SERVICE_LOG_FILE = 'service.log';

export interface ServiceLog {
  write(line: string): void;
  /** Writes a failure with its stack. */
  error(what: string, error: unknown): void;
  close(): void;
}

/** Opens `service.log` for appending; when it is full it goes on anew, beside the last two. */
export const openServiceLog = (stateDir: string): ServiceLog => {
  mkdirSync(stateDir, { recursive: true });
  let file: RotatingFile | undefined = openRotatingFile(join(stateDir, SERVICE_LOG_FILE));
  const write = (line: string): void => {
    try {
      file?.append(line);
    } catch {
      // A full disk must not stop the service.
    }
  };
  return {
    write,
    error: (what, error) => {
      const detail = error instanceof Error ? { error: error.message, stack: error.stack } : { error: String(error) };
      write(JSON.stringify({ level: 'error', at: new Date().toISOString(), message: what, ...detail }));
    },
    close: () => {
      file?.close();
      file = undefined;
    },
  };
};
