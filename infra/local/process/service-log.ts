import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export const SERVICE_LOG_FILE = 'service.log';

export interface ServiceLog {
  write(line: string): void;
  /** Writes a failure with its stack. */
  error(what: string, error: unknown): void;
  close(): void;
}

/** Opens `service.log` for appending. */
export const openServiceLog = (stateDir: string): ServiceLog => {
  mkdirSync(stateDir, { recursive: true });
  let file: number | undefined = openSync(join(stateDir, SERVICE_LOG_FILE), 'a');
  const write = (line: string): void => {
    try {
      if (file !== undefined) writeSync(file, `${line}\n`);
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
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
};
